import { ArrowDownloadRegular, GaugeRegular } from '@fluentui/react-icons';
import type { UsageMonth } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { GridColumn } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { saveCsv } from '../../shared/files/read-file.ts';
import { BudgetForm } from './components/BudgetForm.tsx';
import { BudgetLines } from './components/BudgetLines.tsx';
import { CountedText } from './components/CountedText.tsx';
import { UsageChart } from './components/UsageChart.tsx';
import { UsageTabs } from './components/UsageTabs.tsx';
import { useCapabilitySeries } from './use-capability-series.ts';
import { countedInMonths, monthBuckets, monthsCsv } from './usage-parts.ts';
import { usePutUsageBudget, usageSummaryQuery } from './usage.queries.ts';

const idOf = ({ from, capability }: UsageMonth): string => `${from} ${capability}`;

const useMonthColumns = (): readonly GridColumn<UsageMonth>[] => {
  const text = useText('usage');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'month',
        header: text('column.month'),
        width: 200,
        hideable: false,
        cell: ({ from }) =>
          new Intl.DateTimeFormat(formats.language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
            new Date(from),
          ),
      },
      {
        id: 'capability',
        header: text('column.capability'),
        width: 200,
        grow: true,
        cell: ({ capability }) => text(`capability.${capability}`),
      },
      {
        id: 'assessments',
        header: text('column.assessments'),
        width: 150,
        align: 'end',
        cell: ({ assessments }) => <b>{formats.number(assessments)}</b>,
      },
      {
        id: 'projected',
        header: text('column.projected'),
        width: 170,
        align: 'end',
        cell: ({ projected }) => (projected === null ? '–' : formats.number(projected)),
      },
      {
        id: 'others',
        header: text('column.others'),
        width: 150,
        align: 'end',
        cell: ({ others }) => formats.number(others),
      },
    ],
    [text, formats],
  );
};

/** What was used, by month and capability. */
export const UsageSummaryPage = (): ReactNode => {
  const text = useText('usage');
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const query = useRead(usageSummaryQuery);
  const columns = useMonthColumns();
  const { data } = query;
  const [planning, setPlanning] = useState(false);
  const put = usePutUsageBudget();
  const series = useCapabilitySeries();
  return (
    <ListPage
      title={routes('usageSummary.title')}
      canWrite={undefined}
      strongFirst={false}
      tabs={<UsageTabs current="summary" />}
      aside={data ? common('time.asOf', { time: formats.dateTime(data.asOf) }) : null}
      commands={[
        {
          id: 'budgets',
          text: text('budget.title'),
          icon: GaugeRegular,
          onSelect: () => setPlanning(true),
        },
        {
          id: 'export',
          text: text('budget.csv'),
          icon: ArrowDownloadRegular,
          onSelect: () => data && saveCsv('usage-by-month.csv', monthsCsv(data)),
          disabledReason:
            data && (data.months.length > 0 || data.budgets.some(({ budget }) => budget !== null))
              ? undefined
              : text('none.title'),
        },
      ]}
      above={
        <>
          {data && !data.hasProduction ? (
            <p className="flex-none py-1 px-page quiet bg-subtle">{text('noProduction')}</p>
          ) : null}
          {data ? <BudgetLines budgets={data.budgets} /> : null}
          {data && data.months.length > 0 ? (
            <UsageChart
              title={text('chart.summary')}
              meta={text('chart.summaryMeta')}
              end={<CountedText counted={countedInMonths(data.months)} />}
              series={series}
              buckets={monthBuckets(data.asOf, data.months)}
              unit="month"
            />
          ) : null}
        </>
      }
      grid={{
        label: routes('usageSummary.title'),
        query,
        rows: data?.months ?? [],
        rowId: idOf,
        columns,
        empty: { title: text('none.title'), body: text('none.body') },
      }}
      pane={
        planning && data ? (
          <BudgetForm
            budgets={data.budgets}
            of="here"
            asOf={data.asOf}
            canWrite={data.canWriteBudgets}
            put={put}
            onClose={() => setPlanning(false)}
          />
        ) : undefined
      }
    />
  );
};
