import { OTHER_VALUES } from '@redoubt/domain';
import type pg from 'pg';
import { unlinkObservations } from '../projections/reports/observations.ts';
import { cellChanges } from '../projections/reports/report-cells.ts';
import { loadSaid } from '../projections/reports/report-outcome.ts';
import { loadReportRows } from '../projections/reports/report-rows.ts';
import { isAssessment, kindCodeOf, type ReportFacts, type StoredEvent } from '../log/log-event.ts';
import { erasedRowId } from '../projections/reports/reports.projector.ts';

/** Of events that are decided, by position. */
export type ErasedReports = ReadonlyMap<number, ReportFacts | 'takenBack'>;

/**
 * Takes the ids of events out of reports and says where they stand there: sums stay as they are, and the log, which is
 * rewritten with what this returns, gives the same sums again.
 */
export const eraseReportRows = async (
  client: pg.ClientBase,
  tenantId: string,
  events: readonly StoredEvent[],
  hashId: (event: StoredEvent) => string,
): Promise<ErasedReports> => {
  const mine = events.filter(isAssessment).map((event) => ({
    e: event.environmentId,
    k: kindCodeOf(event.kind),
    i: event.eventId,
    o: event.position,
    n: erasedRowId(hashId(event), event.position),
  }));
  const { rows } = await client.query<
    Omit<ReportFacts, 'fields'> & { readonly position: number; readonly fields: ReportFacts['fields'] | null }
  >(
    `update report_event r set event_id = x.n
       from jsonb_to_recordset($2::jsonb) as x(e uuid, k smallint, i text, o bigint, n text)
      where r.tenant_id = $1 and r.environment_id = x.e and r.kind = x.k and r.event_id = x.i
     returning x.o as position, r.label, r.bank, r.chargeback, r.refunded,
       (select jsonb_object_agg(n.value, coalesce(v.value, $3::text))
          from unnest(r.fields, r.field_values) as f(field, code)
          join report_value n on n.tenant_id = $1 and n.code = f.field
          left join report_value v on v.tenant_id = $1 and v.code = f.code) as fields,
       r.label_after as "labelAfter", r.chargeback_after as "chargebackAfter",
       coalesce((select v.value from report_value v where v.tenant_id = $1 and v.code = r.country), '') as country,
       coalesce((select v.value from report_value v where v.tenant_id = $1 and v.code = r.status), '') as status`,
    [tenantId, JSON.stringify(mine), OTHER_VALUES],
  );
  return new Map(rows.map(({ position, fields, ...report }) => [position, { ...report, ...(fields && { fields }) }]));
};

/** Takes events out of reports altogether: they were stored by mistake, and the log says so from now on. */
export const takeBackReportRows = async (
  client: pg.ClientBase,
  tenantId: string,
  events: readonly StoredEvent[],
): Promise<ErasedReports> => {
  const mine = events.filter(isAssessment);
  const keys = mine.map(({ environmentId: e, kind, eventId: i }) => ({ t: tenantId, e, k: kindCodeOf(kind), i }));
  const changes = cellChanges();
  for (const row of await loadReportRows(client, keys)) changes.add(row, -1);
  await changes.save(client);
  await client.query(
    `delete from report_event r using jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, k smallint, i text)
      where r.tenant_id = x.t and r.environment_id = x.e and r.kind = x.k and r.event_id = x.i`,
    [JSON.stringify(keys)],
  );
  await unlinkObservations(client, keys, await loadSaid(client, keys));
  return new Map(mine.map(({ position }) => [position, 'takenBack']));
};
