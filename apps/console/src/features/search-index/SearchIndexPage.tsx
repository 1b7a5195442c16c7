import type { SearchIndexDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { DateTimeText, Link, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { AdminTabs } from '../../shared/admin/AdminTabs.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { IndexWork } from './IndexWork.tsx';
import { searchIndexQuery } from './search-index.queries.ts';
import { SearchSwitch } from './SearchSwitch.tsx';
import { AdminTable } from '../../shared/admin/AdminTable.tsx';

/** How large the index of each environment is, and how long its events are kept. */
const SizeTable = ({ environments }: Pick<SearchIndexDetail, 'environments'>): ReactNode => {
  const text = useText('searchIndex');
  const formats = useFormats();
  const mayRetain = useMay()('adminConfiguration:read');
  const kept = (days: number | null): string =>
    days === null ? text('size.forGood') : text('size.days', { count: days });
  return (
    <AdminTable label={text('size.title')} lines="whole">
      <thead>
        <tr>
          <th scope="col">{text('size.environment')}</th>
          <th scope="col" className="text-right">
            {text('size.rows')}
          </th>
          <th scope="col" className="text-right">
            {text('size.bytes')}
          </th>
          <th scope="col">{text('size.oldest')}</th>
          <th scope="col">{text('size.retention')}</th>
        </tr>
      </thead>
      <tbody>
        {environments.map(({ id, name, rows, bytes, oldestEvent, retentionDays }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td className="text-right">{formats.number(rows)}</td>
            <td className="text-right">{formats.bytes(bytes)}</td>
            <td>{oldestEvent === null ? '–' : <DateTimeText at={oldestEvent} />}</td>
            <td>
              {mayRetain ? (
                <Link href={hrefOf('/adminsettings/retention')}>{kept(retentionDays)}</Link>
              ) : (
                kept(retentionDays)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
};

/** Whether the tenant keeps an index for search, work on it, and its size by environment. */
export const SearchIndexPage = (): ReactNode => {
  const text = useText('searchIndex');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(searchIndexQuery(call, environmentId));
  return (
    <ConsolePage
      title={routes('adminSearch.title')}
      tabs={<AdminTabs current="adminSearch" />}
      chips={query.data && !query.data.canWrite ? <ReadOnlyChip /> : null}
    >
      <QueryState query={query}>
        {(detail) => (
          <div className="stack-4">
            <Section title={text('switch')}>
              <SearchSwitch detail={detail} />
            </Section>
            <Section title={text('work.title')}>
              <IndexWork detail={detail} />
            </Section>
            <Section title={text('size.title')} meta={text('size.meta')}>
              <SizeTable environments={detail.environments} />
            </Section>
          </div>
        )}
      </QueryState>
    </ConsolePage>
  );
};
