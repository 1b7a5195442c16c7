import { Select } from '@fluentui/react-components';
import { ArrowDownloadRegular, GaugeRegular, MoneyRegular } from '@fluentui/react-icons';
import type { BilledRow } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useRead } from '../../api/use-read.ts';
import { useAddress } from '../../routes/address.ts';
import { AdminTabs } from '../../shared/admin/AdminTabs.tsx';
import { saveCsv } from '../../shared/files/read-file.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { BudgetForm } from './components/BudgetForm.tsx';
import { BudgetLines } from './components/BudgetLines.tsx';
import { PricesForm } from './components/PricesForm.tsx';
import { UsageChart } from './components/UsageChart.tsx';
import { useCapabilitySeries } from './use-capability-series.ts';
import { billedCsv, monthBuckets, monthsUpTo } from './usage-parts.ts';
import { useBilledColumns } from './use-billed-columns.tsx';
import { billingQuery, usePutTenantBudget } from './usage.queries.ts';

const address = z.object({
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .catch(undefined),
});
const idOf = ({ environmentId, part }: BilledRow): string => `${environmentId} ${part}`;
/** Amounts below it are what rounding leaves. */
const LEAST_SHOWN = 0.005;

/** What the tenant used in a month and what it costs, by environment and capability. */
export const BillingPage = (): ReactNode => {
  const text = useText('usage');
  const series = useCapabilitySeries();
  const routes = useText('routes');
  const common = useText('common');
  const formats = useFormats();
  const [{ month }, update] = useAddress(address);
  const [pane, setPane] = useState<'prices' | 'budgets' | null>(null);
  const put = usePutTenantBudget();
  const query = useRead(billingQuery, { month });
  const { data } = query;
  const currency = data?.prices?.currency ?? null;
  const columns = useBilledColumns(currency);
  const rows = data?.rows ?? [];
  const total = rows.reduce((all, { cost }) => all + (cost?.total ?? 0), 0);
  const named = new Intl.DateTimeFormat(formats.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const notes = data
    ? [
        data.isWhole ? null : text('billing.notWhole'),
        data.prices === null ? text('billing.noPrices') : null,
        data.unassigned < LEAST_SHOWN
          ? null
          : text('billing.unassigned', { amount: formats.currency(data.unassigned, currency) }),
      ].filter((note) => note !== null)
    : [];
  return (
    <ListPage
      title={routes('adminBilling.title')}
      canWrite={data?.canWrite}
      strongFirst={false}
      tabs={<AdminTabs current="adminBilling" />}
      aside={data ? common('time.asOf', { time: formats.dateTime(data.asOf) }) : null}
      commands={[
        {
          id: 'prices',
          text: text('billing.editPrices'),
          icon: MoneyRegular,
          onSelect: () => setPane('prices'),
        },
        {
          id: 'budgets',
          text: text('budget.title'),
          icon: GaugeRegular,
          onSelect: () => setPane('budgets'),
        },
        {
          id: 'export',
          text: text('billing.csv'),
          icon: ArrowDownloadRegular,
          onSelect: () => data && saveCsv(`billing-${data.month}.csv`, billedCsv(data)),
          disabledReason: rows.length > 0 ? undefined : text('billing.none.title'),
        },
      ]}
      filters={
        data ? (
          <>
            <Select
              size="small"
              aria-label={text('billing.month')}
              value={data.month}
              onChange={(_event, { value }) => update({ month: value }, { replace: true })}
            >
              {monthsUpTo(data.asOf).map((each) => (
                <option key={each} value={each}>
                  {named.format(new Date(`${each}-01T00:00:00Z`))}
                </option>
              ))}
            </Select>
            {data.prices === null ? null : (
              <b className="push-end">{text('billing.total', { total: formats.currency(total, currency) })}</b>
            )}
          </>
        ) : undefined
      }
      above={
        <>
          {notes.map((note) => (
            <p key={note} className="flex-none py-1 px-page quiet bg-subtle">
              {note}
            </p>
          ))}
          {data ? <BudgetLines budgets={data.budgets} isSeen={data.isWhole} /> : null}
          {data && data.months.length > 0 ? (
            <UsageChart
              title={text('chart.summary')}
              meta={text('chart.summaryMeta')}
              series={series}
              buckets={monthBuckets(data.asOf, data.months)}
              unit="month"
            />
          ) : null}
        </>
      }
      grid={{
        label: routes('adminBilling.title'),
        query,
        rows,
        rowId: idOf,
        columns,
        empty: { title: text('billing.none.title'), body: text('billing.none.body') },
      }}
      pane={
        data && pane === 'prices' ? (
          <PricesForm key={data.version} billing={data} onClose={() => setPane(null)} />
        ) : data && pane === 'budgets' ? (
          <BudgetForm
            budgets={data.budgets}
            of="tenant"
            asOf={data.asOf}
            canWrite={data.canWrite}
            put={put}
            onClose={() => setPane(null)}
          />
        ) : undefined
      }
    />
  );
};
