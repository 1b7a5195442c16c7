import type pg from 'pg';
import type { ReportRow } from './report-cells.ts';
import type { EventKey } from './report-outcome.ts';

type StoredRow = Omit<ReportRow, 'hour'> & { readonly hourMs: number };

/** Rows of events that stand in reports. */
export const loadReportRows = async (
  client: pg.ClientBase,
  keys: readonly EventKey[],
): Promise<readonly ReportRow[]> => {
  if (keys.length === 0) return [];
  const { rows } = await client.query<StoredRow>(
    `select r.*, (extract(epoch from r.hour) * 1000)::bigint as "hourMs"
       from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, k smallint, i text)
       join report_event r on r.tenant_id = x.t and r.environment_id = x.e and r.kind = x.k and r.event_id = x.i`,
    [JSON.stringify(keys)],
  );
  return rows.map(({ hourMs, ...row }) => ({ ...row, hour: new Date(hourMs).toISOString() }));
};
