import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { advanceJob, type ClaimedJob } from '../jobs/job-claims.ts';
import type { CommittedBatch } from '../log/batch-writer.ts';
import { asIngest } from '../log/read-log.ts';
import type { SegmentRow } from '../log/segment-codec.ts';
import { BACKFILL_CODEC, encodeBackfillEntries, type BackfillEntry } from './backfill-codec.ts';

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
  readonly job: ClaimedJob;
  readonly environmentId: string;
  /** Last position looked at. */
  readonly to: number;
  readonly eventsDone: number;
  readonly eventsPerSecond: number;
  readonly missingLists: readonly string[];
  readonly entries: readonly BackfillEntry[];
};

const ADVANCE = `update velocity_backfill
   set read_position = $3, events_counted = events_counted + $4,
       missing_lists = (select coalesce(array_agg(distinct name order by name), '{}')
                          from unnest(missing_lists || $5::text[]) as name)
 where tenant_id = $1 and backfill_id = $2`;

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
  { job, environmentId, entries }: BackfillStep,
): Promise<CommittedBatch | undefined> => {
  if (entries.length === 0) return undefined;
  const times = entries.map(({ eventTimeMs }) => eventTimeMs);
  const data = encodeBackfillEntries(entries);
  const { rows } = await client.query<{ first: number }>({
    name: 'log-append-backfill',
    text: APPEND,
    values: [
      entries.length,
      job.tenantId,
      environmentId,
      job.subjectId,
      new Date(Math.min(...times)),
      new Date(Math.max(...times)),
      data,
    ],
  });
  const first = rows[0]?.first;
  return first === undefined ? undefined : { firstPosition: first, events: entries };
};

/**
 * Writes what a step found into the log and moves the backfill on, in one transaction: whatever fails, a step is there
 * whole and once, or not at all, and is then taken again from where the backfill stands.
 *
 * @throws `JobLost` where another node took the backfill over, or a user cancelled it.
 */
export const writeBackfillStep = (database: Database, step: BackfillStep): Promise<CommittedBatch | undefined> =>
  asIngest(database.pools.ingest, [step.job.tenantId], async (client) => {
    const { tenantId, subjectId } = step.job;
    await client.query(ADVANCE, [tenantId, subjectId, step.to, step.entries.length, step.missingLists]);
    await advanceJob(client, step.job, { done: step.eventsDone, perSecond: step.eventsPerSecond });
    return append(client, step);
  });
