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

/** Where data of the environment may leave to, and where destinations are. */
export const DataResidencyPage = (): ReactNode => {
  const text = useText('dataResidency');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(dataResidencyQuery(call, environmentId));
  const { data } = query;
  return (
    <ConsolePage
      title={routes('adminResidency.title')}
      tabs={<AdminTabs current="adminResidency" />}
      chips={
        data ? (
          <>
            {data.geography ? (
              <ToneChip tone="neutral" text={data.geography.friendlyName ?? data.geography.code} />
            ) : null}
            {data.canWrite ? null : <ReadOnlyChip />}
          </>
        ) : null
      }
    >
      <QueryState query={query}>
        {(detail) => (
          <div className="stack-4">
            <Section
              title={text('rule.title')}
              meta={
                detail.changed ? (
                  <>
                    {text('changedBy', { by: detail.changed.by })} <DateTimeText at={detail.changed.at} />
                  </>
                ) : (
                  text('rule.none')
                )
              }
            >
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
