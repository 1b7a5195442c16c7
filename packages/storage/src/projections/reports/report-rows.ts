import type pg from 'pg';
import { insertRows } from '../../database/insert-rows.ts';
import { rowsParameter } from '../../database/rows-parameter.ts';
import type { ReportRow } from './report-cells.ts';
import { EVENT_KEYS, type EventKey } from './report-outcome.ts';

type StoredRow = Omit<ReportRow, 'hour'> & { readonly hourMs: number };

/** Rows of events that stand in reports. */
export const loadReportRows = async (
  client: pg.ClientBase,
  keys: readonly EventKey[],
): Promise<readonly ReportRow[]> => {
  if (keys.length === 0) return [];
  const { rows } = await client.query<StoredRow>(
    `select r.*, (extract(epoch from r.hour) * 1000)::bigint as "hourMs"
       from ${EVENT_KEYS.from('x')}
       join report_event r on r.tenant_id = x.t and r.environment_id = x.e and r.kind = x.k and r.event_id = x.i`,
    EVENT_KEYS.values(keys),
  );
  return rows.map(({ hourMs, ...row }) => ({ ...row, hour: hourMs }));
};

const OUTCOME_TYPES = {
  label: 'int2',
  status: 'int4',
  bank: 'int2',
  chargeback: 'boolean',
  refunded: 'boolean',
  label_after: 'int2',
  chargeback_after: 'int2',
} as const;

const ROWS = insertRows<ReportRow>('report-event-insert', 'report_event', {
  tenant_id: 'uuid',
  environment_id: 'uuid',
  kind: 'int2',
  event_id: 'text',
  hour: 'timestamptz',
  decision: 'int2',
  rule: 'int4',
  clause: 'int4',
  country: 'int4',
  currency: 'int4',
  score: 'int2',
  ...OUTCOME_TYPES,
  amount_units: 'int8',
  hits: 'int4[]',
  hit_rules: 'int4[]',
  fields: 'int4[]',
  field_values: 'int4[]',
  decided_by: 'int4',
  control_probability: 'float8',
  control_decision: 'int2',
  control_rule: 'int4',
  control_hit: 'int4',
});

export const insertReportRows = async (client: pg.ClientBase, rows: readonly ReportRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await client.query(ROWS.statement(rows));
};

/** Columns that what comes after the decision changes. */
export const OUTCOME_COLUMNS = [
  'label',
  'status',
  'bank',
  'chargeback',
  'refunded',
  'label_after',
  'chargeback_after',
] as const satisfies readonly (keyof ReportRow)[];

/** The columns that what comes after the decision changes. */
export type OutcomeColumns = Pick<ReportRow, (typeof OUTCOME_COLUMNS)[number]>;

const OUTCOMES = rowsParameter<ReportRow>({
  tenant_id: 'uuid',
  environment_id: 'uuid',
  kind: 'int2',
  event_id: 'text',
  ...OUTCOME_TYPES,
});
const UPDATE_ROWS = `update report_event r set ${OUTCOME_COLUMNS.map((column) => `${column} = x.${column}`).join(', ')}
   from ${OUTCOMES.from('x')}
  where r.tenant_id = x.tenant_id and r.environment_id = x.environment_id and r.kind = x.kind
    and r.event_id = x.event_id`;

export const updateReportRows = async (client: pg.ClientBase, rows: readonly ReportRow[]): Promise<void> => {
  if (rows.length > 0) await client.query(UPDATE_ROWS, OUTCOMES.values(rows));
};
