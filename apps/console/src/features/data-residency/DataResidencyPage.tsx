import type { DataResidency } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { DateTimeText, QueryState, Section, ToneChip } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { AdminTable } from '../../shared/admin/AdminTable.tsx';
import { AdminTabs } from '../../shared/admin/AdminTabs.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { ResidencyForm } from './components/ResidencyForm.tsx';
import { dataResidencyQuery } from './data-residency.queries.ts';

/** Rules of the environments above, each of which has to allow what leaves. */
const AboveTable = ({ above }: Pick<DataResidency, 'above'>): ReactNode => {
  const text = useText('dataResidency');
  if (above.length === 0) return <p className="soft">{text('above.none')}</p>;
  return (
    <AdminTable lines="short" label={text('above.title')}>
      <thead>
        <tr>
          <th scope="col">{text('column.environment')}</th>
          <th scope="col">{text('column.allowed')}</th>
          <th scope="col">{text('column.destinations')}</th>
        </tr>
      </thead>
      <tbody>
        {above.map(({ environmentId, name, geographies, destinations }) => (
          <tr key={environmentId}>
            <th scope="row">{name}</th>
            <td>
              {geographies === null
                ? text('anywhere')
                : geographies.length === 0
                  ? text('ownOnly')
                  : text('ownAnd', { codes: geographies.join(', ') })}
            </td>
            <td>
              {destinations
                .map(({ kind, name: at, geography }) => `${at || text(`kind.${kind}`)}: ${geography}`)
                .join(', ') || '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
};

/** Whose rule it is, and when it was chosen. */
const Chosen = ({ changed }: Pick<DataResidency, 'changed'>): ReactNode => {
  const text = useText('dataResidency');
  if (changed === null) return text('rule.none');
  const said = text('changedBy', { by: changed.by });
  return (
    <span>
      {said} <DateTimeText at={changed.at} />
    </span>
  );
};

const Facts = ({ geography, canWrite }: Pick<DataResidency, 'geography' | 'canWrite'>): ReactNode => (
  <>
    {geography === null ? null : <ToneChip tone="neutral" text={geography.friendlyName ?? geography.code} />}
    {canWrite ? null : <ReadOnlyChip />}
  </>
);

/** Where data of the environment may leave to, and where destinations are. */
export const DataResidencyPage = (): ReactNode => {
  const query = useQuery(dataResidencyQuery(useCall(), useEnvironment().id));
  const text = useText('dataResidency');
  const title = useText('routes')('adminResidency.title');
  const chips = query.data ? <Facts {...query.data} /> : null;
  return (
    <ConsolePage title={title} tabs={<AdminTabs current="adminResidency" />} chips={chips}>
      <QueryState query={query}>
        {(detail) => (
          <div className="stack-4">
            <Section title={text('rule.title')} meta={<Chosen changed={detail.changed} />}>
              <ResidencyForm key={detail.version} detail={detail} />
            </Section>
            <Section title={text('above.title')} meta={text('above.meta')}>
              <AboveTable above={detail.above} />
            </Section>
          </div>
        )}
      </QueryState>
    </ConsolePage>
  );
};
