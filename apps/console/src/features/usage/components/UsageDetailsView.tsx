import { Select } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import {
  USAGE_PERIODS,
  USAGE_RESPONSES,
  USED_APIS,
  type UsageApi,
  type UsageDetails,
  type UsageRow,
} from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, type GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { z } from 'zod';
import { useRead } from '../../../api/use-read.ts';
import { useAddress } from '../../../routes/address.ts';
import { ListPage } from '../../../shared/list-page/ListPage.tsx';
import { addressName } from '../../../shared/integration/api-names.ts';
import { saveCsv } from '../../../shared/files/read-file.ts';
import { CountedText } from './CountedText.tsx';
import { UsageChart } from './UsageChart.tsx';
import { countedInRows, detailBuckets, usageCsv } from '../usage-parts.ts';
import type { DetailsQuery, usageDetailsQuery } from '../usage.queries.ts';

const address = z.object({
  period: z.enum(USAGE_PERIODS).optional().catch(undefined),
  unit: z.enum(['hour', 'day']).optional().catch(undefined),
  api: z.string().optional().catch(undefined),
  response: z.enum(USAGE_RESPONSES).optional().catch(undefined),
});

const FILLS = { accepted: 'var(--chart-1)', refused: 'var(--review-fill)', failed: 'var(--reject-fill)' } as const;
const idOf = ({ from, environmentId, api }: UsageRow): string => `${from} ${environmentId ?? ''} ${api}`;

const useRowColumns = (unit: UsageDetails['unit']): readonly GridColumn<UsageRow>[] => {
  const text = useText('usage');
  const formats = useFormats();
  return useMemo(() => {
    const moment = new Intl.DateTimeFormat(formats.language, {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'short',
      ...(unit === 'month' ? {} : { day: 'numeric' }),
      ...(unit === 'hour' ? { hour: 'numeric', minute: '2-digit' } : {}),
    });
    const count = (id: 'calls' | 'counted' | 'refused' | 'failed'): GridColumn<UsageRow> => ({
      id,
      header: text(`column.${id}`),
      width: 110,
      align: 'end',
      cell: (row) => (id === 'counted' ? <b>{formats.number(row[id])}</b> : formats.number(row[id])),
    });
    return [
      {
        id: 'from',
        header: text('column.date'),
        width: 180,
        hideable: false,
        cell: ({ from }) => moment.format(new Date(from)),
      },
      {
        id: 'environment',
        header: text('column.environment'),
        width: 220,
        grow: true,
        cell: ({ environment, isProduction }) =>
          environment === null
            ? text('unknown')
            : isProduction
              ? environment
              : `${environment} (${text('notCounted')})`,
      },
      {
        id: 'api',
        header: text('column.api'),
        width: 240,
        grow: true,
        cell: ({ api }) => (api === FILES ? text(`files.${api}`) : <code>{pathName(api)}</code>),
      },
      count('calls'),
      count('counted'),
      count('refused'),
      count('failed'),
    ];
  }, [text, formats, unit]);
};

/** Used by files, which have no address. */
const FILES = 'retailTransactions';

const pathName = (api: UsageApi): string => addressName(USED_APIS.find((used) => used.api === api)?.paths[0] ?? api);

/** Calls by part of time, environment and API, and which of them count. @param queryOf reads them, of whatever scope. */
export const UsageDetailsView = ({
  title,
  tabs,
  queryOf,
}: {
  readonly title: string;
  readonly tabs: ReactNode;
  readonly queryOf: typeof usageDetailsQuery;
}): ReactNode => {
  const text = useText('usage');
  const common = useText('common');
  const formats = useFormats();
  const [{ period = '30d', unit = 'day', api, response }, update] = useAddress(address);
  const asked: DetailsQuery = { period, unit, api: USED_APIS.find((used) => used.api === api)?.api, response };
  const query = useRead(queryOf, asked);
  const { data } = query;
  const columns = useRowColumns(data?.unit ?? 'day');
  const counted = countedInRows(data?.rows ?? []);
  const series = USAGE_RESPONSES.map((id) => ({ id, name: text(`response.${id}`), fill: FILLS[id] }));
  return (
    <ListPage
      title={title}
      canWrite={undefined}
      strongFirst={false}
      tabs={tabs}
      aside={data ? common('time.asOf', { time: formats.dateTime(data.asOf) }) : null}
      commands={[
        {
          id: 'export',
          text: common('action.download'),
          icon: ArrowDownloadRegular,
          onSelect: () => saveCsv(`usage-${period}.csv`, usageCsv(data?.rows ?? [])),
          disabledReason: data && data.rows.length > 0 ? undefined : text('none.title'),
        },
      ]}
      filters={
        <>
          <div className="row-wrap" role="group" aria-label={text('period.label')}>
            {USAGE_PERIODS.map((each) => (
              <Chip key={each} pressed={each === period} onSelect={() => update({ period: each }, { replace: true })}>
                {text(`period.${each}`)}
              </Chip>
            ))}
          </div>
          {period === '7d' ? (
            <Chip
              pressed={unit === 'hour'}
              onSelect={() => update({ unit: unit === 'hour' ? undefined : 'hour' }, { replace: true })}
            >
              {text('byHour')}
            </Chip>
          ) : null}
          <div className="row-wrap" role="group" aria-label={text('response.label')}>
            {USAGE_RESPONSES.map((each) => (
              <Chip
                key={each}
                pressed={each === response}
                onSelect={() => update({ response: each === response ? undefined : each }, { replace: true })}
              >
                {text(`response.${each}`)}
              </Chip>
            ))}
          </div>
          <Select
            size="small"
            aria-label={text('column.api')}
            value={asked.api ?? ''}
            onChange={(_event, { value }) => update({ api: value === '' ? undefined : value }, { replace: true })}
          >
            <option value="">{text('allApis')}</option>
            {USED_APIS.map((used) => (
              <option key={used.api} value={used.api}>
                {used.api === FILES ? text(`files.${used.api}`) : pathName(used.api)}
              </option>
            ))}
          </Select>
          {data ? <CountedText counted={counted} /> : null}
        </>
      }
      above={
        <>
          {data?.isCut ? <p className="flex-none py-1 px-page quiet bg-subtle">{text('isCut')}</p> : null}
          {data && data.rows.length > 0 ? (
            <UsageChart title={text('chart.details')} series={series} buckets={detailBuckets(data)} unit={data.unit} />
          ) : null}
        </>
      }
      grid={{
        label: title,
        query,
        rows: data?.rows ?? [],
        rowId: idOf,
        columns,
        empty: { title: text('none.title'), body: text('none.body') },
      }}
    />
  );
};
