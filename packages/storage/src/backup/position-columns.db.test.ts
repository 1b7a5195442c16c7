import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';

const test = useDatabase();

/** Sums of money, sizes, and versions of rows. */
const NEVER_A_POSITION = /_units$|bytes$|^version$/;

/**
 * What every other whole number of 64 bits in a table of tenants is. Positions belong to the log of one installation: whatever
 * brings a tenant into a log where other tenants stand has to move them, so a new column needs an answer here (ADR 107).
 */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  /** Where an event, or a commit, stands. */
  position: {
    booster_sharing: 'position',
    erased_event: 'position',
    segment: 'first_position',
    trace_dead_letter: 'position',
    velocity_backfill_segment: 'first_position',
  },
  /** Where an event stands, in a table that projectors write again from the log. */
  projected: {
    event_attribute: 'position',
    event_link: 'position',
    event_search: 'position',
    related_event: 'position',
    review_case: 'position',
  },
  /** Up to where the log was read, or where it stood when something happened: no event of the tenant need stand there. */
  reached: {
    data_upload: 'first_position undo_cursor undo_until',
    list_version: 'active_from_position',
    search_attribute: 'made_position read_position',
    search_index: 'read_position remove_until',
    subject_request: 'cursor until_position',
    support_list_entry: 'from_position until_position',
    trace_subscription: 'log_position',
    velocity_backfill: 'read_position',
    velocity_set_version: 'published_position',
  },
  /** A number that the log gives to commits. */
  batch: { event_identity: 'batch_id' },
  /** A place in an order of the tenant's own, or within what the row belongs to. */
  own: {
    audit_floor: 'sequence',
    audit_head: 'sequence',
    audit_link: 'sequence',
    case_consequence: 'number',
    case_entry: 'number sequence',
    case_entry_head: 'sequence',
    data_upload: 'problem_line',
    refused_call: 'call_id',
    search_export_part: 'first_byte',
    trace_subscription: 'activity_position case_position',
    upload_item: 'line',
    upload_part: 'crc32 start_byte',
    upload_refusal: 'line',
  },
  /** How many, how long, how much. */
  amount: {
    call_metric: 'total_ms',
    case_queue: 'timeout_ms',
    case_settings: 'hold_ms',
    data_upload: 'done_rows refused repeated rows stored undone',
    experiment: 'failed skipped',
    experiment_pair: 'events',
    experiment_slot: 'events',
    job: 'done total',
    loss_score: 'transactions',
    retail_month: 'changed scored transactions',
    retention_run: 'held removed stored_after stored_before younger_after younger_before',
    search_attribute: 'events_found',
    search_export: 'events',
    trace_hour: 'failed lags sent',
    usage_budget: 'amount',
    usage_budget_alert: 'amount',
    usage_hour: 'calls',
    usage_upload: 'transactions',
    velocity_backfill: 'events_counted',
  },
};

const readColumns = () =>
  test.asAdmin<{ table: string; column: string }>(
    `select c.relname as "table", a.attname as "column"
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.atttypid in ('int8'::regtype, 'int8[]'::regtype)`,
  );

it('knows of every number in tables of tenants whether it is a position of the log', async () => {
  const columns = (await readColumns()).filter(({ column }) => !NEVER_A_POSITION.test(column));
  const answered = Object.values(ANSWERS).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
  );
  expect(columns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(answered.toSorted());
});

it('knows every column by which a table of the installation numbers the log', async () => {
  const found = await test.asAdmin<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and a.attname like '%position%'
        and not exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
      order by 1`,
  );
  expect(found.map(({ name }) => name)).toEqual([
    'commit_batch.first_position',
    'projection_state.position',
    'segment_merge.after_position',
    'segment_merge.position',
    'stream.position',
    'velocity_snapshot.highest_position',
    'velocity_snapshot.lowest_position',
  ]);
});
