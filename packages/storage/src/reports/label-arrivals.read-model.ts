import type { LoggedAssessmentKind, ReportFilter, ReportStep } from '@redoubt/domain';
import { fromMoneyUnits } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { LABEL_CODES, labelOfCode } from '../projections/report-codes.ts';
import type { Scope } from '../search/search-query.ts';
import { decodeValues, encodeFilters } from './report-columns.ts';
import type { ReportRange } from './report.read-model.ts';

/** Labelled events of one day whose first label arrived within a bar, in one currency; empty where events have none. */
export type ArrivedLabels = {
  readonly barMs: number;
  /** The day of the events. */
  readonly dayMs: number;
  readonly label: 'Fraud' | 'NonFraud';
  readonly currency: string;
  readonly events: number;
  readonly amount: number;
};

type Row = {
  readonly bar: number;
  readonly day: number;
  readonly label: number;
  readonly currency: number;
  readonly events: number;
  readonly units: number;
};

/** Labelled events of all days by the day on which their first label arrived. @throws `REPORT-QUERY-INVALID`. */
export const readLabelArrivals = (
  database: Database,
  scope: Scope,
  asked: {
    readonly kind: LoggedAssessmentKind;
    readonly step: ReportStep;
    /** By environment and currency. */
    readonly filters: readonly ReportFilter[];
  },
  range: ReportRange,
): Promise<readonly ArrivedLabels[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const filters = await encodeFilters(trx, asked.filters);
    const conditions = filters.map(({ dimension, type, values }) => {
      const column = dimension === 'environment' ? sql`l.environment_id` : sql.ref(`l.${dimension}`);
      return sql` and ${column} = any(${values}::${sql.raw(type)})`;
    });
    const arrived = sql`(l.day + l.label_after * interval '1 day')`;
    const { rows } = await sql<Row>`
      select (extract(epoch from date_trunc(${asked.step}, ${arrived} + ${`${range.shiftMs} milliseconds`}::interval, 'UTC'))
               * 1000)::bigint as bar,
             (extract(epoch from l.day) * 1000)::bigint as day, l.label, l.currency, sum(l.events)::bigint as events, sum(l.amount_units)::float8 as units
        from report_label_day l
       where l.tenant_id = ${scope.tenantId}::uuid and l.environment_id = any(${scope.environmentIds}::uuid[])
         and l.kind = ${kindCodeOf(asked.kind)} and l.label in (${LABEL_CODES.Fraud}, ${LABEL_CODES.NonFraud})
         and l.day < ${new Date(range.toMs)} and ${arrived} >= ${new Date(range.fromMs)}
         and ${arrived} < ${new Date(range.toMs)} ${sql.join(conditions, sql``)}
       group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(trx);
    const codes = [...new Set(rows.map(({ currency }) => String(currency)))];
    const currencies = await decodeValues(trx, 'currency', codes);
    return rows.map(({ bar, day, label, currency, events, units }) => ({
      barMs: bar,
      dayMs: day,
      label: labelOfCode(label) === 'Fraud' ? 'Fraud' : 'NonFraud',
      currency: currencies.get(String(currency)) ?? '',
      events,
      amount: fromMoneyUnits(units),
    }));
  });
