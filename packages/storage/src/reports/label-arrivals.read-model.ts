import {
  fail,
  MAX_REPORT_EVENTS,
  reportFieldOf,
  type LoggedAssessmentKind,
  type ReportFilter,
  type ReportStep,
} from '@redoubt/domain';
import { fromMoneyUnits } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { DIMENSION_CODES, LABEL_CODES, labelOfCode } from '../projections/reports/report-codes.ts';
import type { Scope } from '../search/search-query.ts';
import { decodeValues, encodeFields, encodeFilters } from './report-columns.ts';
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

const ARRIVED = sql`(l.day + l.label_after * interval '1 day')`;

type Question = {
  readonly kind: LoggedAssessmentKind;
  readonly step: ReportStep;
  /** By environment, currency and report fields. */
  readonly filters: readonly ReportFilter[];
};

/**
 * Labelled events one by one, for filters that sums do not know: from the first day of which a label arrived in the range.
 *
 * @throws `REPORT-TOO-WIDE` where more events than a report may read lie between.
 */
const singleEvents = async (
  trx: TenantTransaction,
  scope: Scope,
  { kind }: Question,
  range: ReportRange,
): Promise<RawBuilder<unknown>> => {
  const mine = sql`tenant_id = ${scope.tenantId}::uuid and environment_id = any(${scope.environmentIds}::uuid[])
    and kind = ${kindCodeOf(kind)}`;
  const { rows } = await sql<{ readonly first: Date | null; readonly events: number }>`
    select f.first, (select coalesce(sum(events), 0)::bigint from report_dimension_day
                      where ${mine} and dimension = ${sql.lit(DIMENSION_CODES.total)} and day >= f.first and day < ${new Date(range.toMs)}) as events
      from (select min(l.day) as first from report_label_day l
             where ${mine} and ${ARRIVED} >= ${new Date(range.fromMs)} and ${ARRIVED} < ${new Date(range.toMs)}) f`.execute(
    trx,
  );
  const { first = null, events = 0 } = rows[0] ?? {};
  if (events > MAX_REPORT_EVENTS) throw fail('REPORT-TOO-WIDE', { events, most: MAX_REPORT_EVENTS });
  return sql`(select tenant_id, environment_id, kind, date_trunc('day', hour, 'UTC') as day, label, label_after, currency,
                     1 as events, amount_units, fields, field_values
                from report_event
               where ${mine} and label_after is not null and hour >= ${first ?? new Date(range.toMs)})`;
};

/** Labelled events of all days by the day on which their first label arrived. @throws `REPORT-QUERY-INVALID`, `REPORT-TOO-WIDE`. */
export const readLabelArrivals = (
  database: Database,
  scope: Scope,
  asked: Question,
  range: ReportRange,
): Promise<readonly ArrivedLabels[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const filters = await encodeFilters(trx, asked.filters);
    const dimensions = filters.map(({ dimension }) => dimension);
    const fields = await encodeFields(trx, dimensions);
    const columnOf = (dimension: ReportFilter['dimension']): RawBuilder<unknown> => {
      const field = reportFieldOf(dimension);
      if (field !== null)
        return sql`coalesce(l.field_values[array_position(l.fields, ${fields.get(field) ?? 0}::integer)], 0)`;
      return dimension === 'environment' ? sql`l.environment_id` : sql.ref(`l.${dimension}`);
    };
    const conditions = filters.map(({ dimension, type, values }) => {
      const column = columnOf(dimension);
      return sql` and ${column} = any(${values}::${sql.raw(type)})`;
    });
    const source = fields.size === 0 ? sql`report_label_day` : await singleEvents(trx, scope, asked, range);
    const { rows } = await sql<Row>`
      select (extract(epoch from date_trunc(${asked.step}, ${ARRIVED} + ${`${range.shiftMs} milliseconds`}::interval, 'UTC'))
               * 1000)::bigint as bar,
             (extract(epoch from l.day) * 1000)::bigint as day, l.label, l.currency, sum(l.events)::bigint as events, sum(l.amount_units)::float8 as units
        from ${source} l
       where l.tenant_id = ${scope.tenantId}::uuid and l.environment_id = any(${scope.environmentIds}::uuid[])
         and l.kind = ${kindCodeOf(asked.kind)} and l.label in (${LABEL_CODES.Fraud}, ${LABEL_CODES.NonFraud})
         and l.day < ${new Date(range.toMs)} and ${ARRIVED} >= ${new Date(range.fromMs)}
         and ${ARRIVED} < ${new Date(range.toMs)} ${sql.join(conditions, sql``)}
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
