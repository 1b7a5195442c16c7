import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { CommittedBatch } from '../log/batch-writer.ts';
import { asIngest } from '../log/read-log.ts';
import type { SegmentRow } from '../log/segment-codec.ts';
import { BACKFILL_CODEC, encodeBackfillEntries, type BackfillEntry } from './backfill-codec.ts';

/** A backfill that this node works on. */
export type ClaimedBackfill = { readonly id: string; readonly tenantId: string };

/** A node that says nothing for so long has lost what it works on. */
const ABANDONED_S = 15;

/**
 * Takes the oldest backfill that no node works on, of any tenant, and marks it running; undefined where there is none.
 * One whose node fell silent is taken over.
 */
export const claimBackfill = async (database: Database, nodeId: string): Promise<ClaimedBackfill | undefined> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  return asIngest(database.pools.ingest, tenantIds, async (client) => {
    const { rows } = await client.query<ClaimedBackfill>(
      `update velocity_backfill set status = 'running', node_id = $1, seen_at = now()
        where (tenant_id, backfill_id) = (
          select tenant_id, backfill_id from velocity_backfill
           where status = 'waiting' or (status = 'running' and (node_id = $1 or seen_at < now() - make_interval(secs => $2)))
           order by started_at, backfill_id limit 1 for update skip locked)
        returning backfill_id as id, tenant_id as "tenantId"`,
      [nodeId, ABANDONED_S],
    );
    return rows[0];
  });
};

/** Leaves a backfill to whichever node asks next; nothing where it is not this node's any more. */
export const releaseBackfill = (database: Database, { id, tenantId }: ClaimedBackfill, nodeId: string): Promise<void> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    await client.query(
      `update velocity_backfill set status = 'waiting', node_id = null, seen_at = null
        where tenant_id = $1 and backfill_id = $2 and status = 'running' and node_id = $3`,
      [tenantId, id, nodeId],
    );
  });

export type BackfillSegment = SegmentRow & { readonly event_count: number };

/** Segments looked at to cut one run, and what a run holds at most; a single larger segment is a run too. */
const MAX_SEGMENTS = 256;
const MAX_EVENTS = 500;
const MAX_BYTES = 1024 * 1024;

/** More than any event is old. */
const ALL_DAYS = 36_500;

/** Where a backfill looks for events. */
export type BackfillScope = {
  readonly tenantId: string;
  readonly environmentIds: readonly string[];
  /** How old events may be that it looks at; absent: whatever is stored. */
  readonly days?: number;
  /** Last position it may look at; absent: the end of the log. */
  readonly until?: number;
};

/** The next events a backfill has to look at, in order of position: a few hundred at most, none at the end of the log. */
export const readBackfillSegments = (
  database: Database,
  { tenantId, environmentIds, days = ALL_DAYS, until = Number.MAX_SAFE_INTEGER }: BackfillScope,
  after: number,
): Promise<readonly BackfillSegment[]> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const where = `where environment_id = any($1) and first_position > $2 and first_position + event_count <= $3::bigint + 1
                     and committed_at >= now() - make_interval(days => $4)`;
    const within = [environmentIds, after, until, days];
    const ahead = await client.query<{ first: number; events: number; bytes: number }>(
      `select first_position as first, event_count as events, octet_length(data) as bytes
         from segment ${where} order by first_position limit ${MAX_SEGMENTS}`,
      within,
    );
    let [events, bytes] = [0, 0];
    let last = 0;
    for (const segment of ahead.rows) {
      if (last > 0 && (events + segment.events > MAX_EVENTS || bytes + segment.bytes > MAX_BYTES)) break;
      events += segment.events;
      bytes += segment.bytes;
      last = segment.first;
    }
    if (last === 0) return [];
    const { rows } = await client.query<BackfillSegment>(
      `select tenant_id, environment_id, first_position, event_count, codec, heads, data
         from segment ${where} and first_position <= $5 order by first_position`,
      [...within, last],
    );
    return rows;
  });

/** One step of a backfill: what it looked at, and what it found to count. */
export type BackfillStep = {
  readonly backfill: ClaimedBackfill;
  readonly nodeId: string;
  readonly environmentId: string;
  /** Where the step before ended. */
  readonly from: number;
  /** Last position looked at. */
  readonly to: number;
  readonly eventsDone: number;
  readonly eventsPerSecond: number;
  readonly missingLists: readonly string[];
  readonly entries: readonly BackfillEntry[];
};

const ADVANCE = `update velocity_backfill
   set read_position = $4, events_done = events_done + $5, events_counted = events_counted + $6,
       events_total = greatest(events_total, events_done + $5), events_per_second = $7,
       missing_lists = (select coalesce(array_agg(distinct name order by name), '{}')
                          from unnest(missing_lists || $8::text[]) as name),
       seen_at = now()
 where tenant_id = $1 and backfill_id = $2 and read_position = $3 and status = 'running' and node_id = $9`;

/** Last statement before COMMIT: the lock on the stream's row, which every commit of events needs, stays short. */
const APPEND = `with head as (
  update stream set position = position + $1::int where stream_id = 1 returning position - $1::int + 1 as first
), batch as (
  insert into commit_batch (batch_id, first_position, event_count, tenant_ids, committed_at)
  select nextval('commit_batch_id'), first, $1::int, array[$2::uuid], now() from head
), entries as (
  insert into velocity_backfill_segment
    (tenant_id, first_position, entry_count, environment_id, backfill_id, from_time, to_time, codec, data)
  select $2::uuid, first, $1::int, $3::uuid, $4::uuid, $5::timestamptz, $6::timestamptz, ${BACKFILL_CODEC}, $7::bytea from head
)
select first from head`;

const append = async (
  client: pg.ClientBase,
  { backfill, environmentId, entries }: BackfillStep,
): Promise<CommittedBatch | undefined> => {
  if (entries.length === 0) return undefined;
  const times = entries.map(({ eventTimeMs }) => eventTimeMs);
  const data = encodeBackfillEntries(entries);
  const { rows } = await client.query<{ first: number }>({
    name: 'log-append-backfill',
    text: APPEND,
    values: [
      entries.length,
      backfill.tenantId,
      environmentId,
      backfill.id,
      new Date(Math.min(...times)),
      new Date(Math.max(...times)),
      data,
    ],
  });
  const first = rows[0]?.first;
  return first === undefined ? undefined : { firstPosition: first, events: entries };
};

/** What became of a step; nothing was written where the backfill is no longer this node's or stands elsewhere. */
export type BackfillStepOutcome =
  | { readonly isOurs: false }
  | { readonly isOurs: true; readonly committed: CommittedBatch | undefined };

/**
 * Writes what a step found into the log and moves the backfill on, in one transaction: whatever fails, a step is there
 * whole and once, or not at all, and is then taken again from where the backfill stands.
 */
export const writeBackfillStep = (database: Database, step: BackfillStep): Promise<BackfillStepOutcome> =>
  asIngest(database.pools.ingest, [step.backfill.tenantId], async (client): Promise<BackfillStepOutcome> => {
    const moved = await client.query(ADVANCE, [
      step.backfill.tenantId,
      step.backfill.id,
      step.from,
      step.to,
      step.eventsDone,
      step.entries.length,
      step.eventsPerSecond,
      step.missingLists,
      step.nodeId,
    ]);
    if (moved.rowCount === 0) return { isOurs: false };
    return { isOurs: true, committed: await append(client, step) };
  });
