import type { LoggedAssessmentKind, ReportFilter, ReportStep } from '@redoubt/domain';
import { fromMoneyUnits } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Scope } from '../search/search-query.ts';
import { decodeValues, encodeFilters } from './report-columns.ts';
import { epochMs } from './report-period.ts';
import type { ReportRange } from './report.read-model.ts';
import { kindCodeOf } from '../log/log-event.ts';

/** Charged back events of one day whose first chargeback arrived within a bar, in one currency; empty where events have none. */
export type ArrivedChargebacks = {
  readonly barMs: number;
  /** The day of the events. */
  readonly dayMs: number;
  readonly currency: string;
  readonly events: number;
  readonly amount: number;
};

type Row = Readonly<Record<'bar' | 'day' | 'currency' | 'events' | 'units', number>>;

const ARRIVED = sql`(c.day + c.chargeback_after * interval '1 day')`;

/**
 * Events of all days with a chargeback that was not reversed, by the day on which their first one arrived.
 *
 * @throws `REPORT-QUERY-INVALID` for a value that a dimension cannot have.
 */
export const readChargebackArrivals = (
  database: Database,
  scope: Scope,
  asked: {
    readonly kind: LoggedAssessmentKind;
    readonly step: ReportStep;
    /** Of `CHARGEBACK_FILTERS`. */
    readonly filters: readonly ReportFilter[];
  },
  range: ReportRange,
): Promise<readonly ArrivedChargebacks[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const conditions = (await encodeFilters(trx, asked.filters)).map(
      ({ dimension, type, values }) =>
        sql` and ${sql.ref(dimension === 'environment' ? 'c.environment_id' : `c.${dimension}`)} = any(${values}::${sql.raw(type)})`,
    );
    const moved = sql`${ARRIVED} + ${`${range.shiftMs} milliseconds`}::interval`;
    const { rows } = await sql<Row>`
      select ${epochMs(sql`date_trunc(${asked.step}, ${moved}, 'UTC')`)} as bar, ${epochMs(sql`c.day`)} as day, c.currency,
             sum(c.events)::bigint as events, sum(c.amount_units)::float8 as units
        from report_chargeback_day c
       where c.tenant_id = ${scope.tenantId}::uuid and c.environment_id = any(${scope.environmentIds}::uuid[])
         and c.kind = ${kindCodeOf(asked.kind)} and c.day < ${new Date(range.toMs)}
         and ${ARRIVED} >= ${new Date(range.fromMs)} and ${ARRIVED} < ${new Date(range.toMs)} ${sql.join(conditions, sql``)}
       group by 1, 2, 3 order by 1, 2, 3`.execute(trx);
    const codes = [...new Set(rows.map(({ currency }) => String(currency)))];
    const currencies = await decodeValues(trx, 'currency', codes);
    return rows.map(({ bar, day, currency, events, units }) => ({
      barMs: bar,
      dayMs: day,
      currency: currencies.get(String(currency)) ?? '',
      events,
      amount: fromMoneyUnits(units),
    }));
  });
