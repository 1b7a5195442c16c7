import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { advanceJob, type ClaimedJob } from '../jobs/job-claims.ts';
import type { CommittedBatch } from '../log/batch-writer.ts';
import { eventsIn, inOrder, pieceAfter, readSegmentsIn, runOn } from '../log/environment-range.ts';
import type { StoredEvent, StoredHead } from '../log/log-event.ts';
import { asIngest } from '../log/read-log.ts';
import { countWithin, headsWithin, type PositionRange, type SegmentRow } from '../log/segment-codec.ts';
import { BACKFILL_CODEC, encodeBackfillEntries, type BackfillEntry } from './backfill-codec.ts';

/** A piece of the log: the events behind one position and up to another, in the segments that hold them. */
export type BackfillPiece = PositionRange & {
  readonly segments: readonly SegmentRow[];
  readonly events: number;
};

/** What a piece holds at most, about; a single larger segment is a piece too. */
const LIMITS = { segments: 256, events: 500, bytes: 1024 * 1024 };

/** As old as the oldest event may be. */
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

/** The next events a backfill has to look at, in order of position: a few hundred at most; undefined at the end of the log. */
export const readBackfillPiece = (
  database: Database,
  { tenantId, environmentIds, days = ALL_DAYS, until = Number.MAX_SAFE_INTEGER }: BackfillScope,
  after: number,
): Promise<BackfillPiece | undefined> =>
  asIngest(database.pools.ingest, [tenantId], async (client) => {
    const run = runOn(client);
    const [now] = await run<{ since: Date }>('select now() - make_interval(days => $1) as since', [days]);
    const scope = { tenantId, environmentIds, committedSince: now?.since ?? new Date(0) };
    const piece = await pieceAfter(run, scope, { after, until }, LIMITS);
    if (piece === undefined) return undefined;
    const segments = await readSegmentsIn(run, scope, piece);
    const events = segments.reduce((sum, segment) => sum + countWithin(segment, piece), 0);
    return { after, until: piece.until, segments, events };
  });

/** The events of a piece, in order of position. */
export const eventsOfPiece = (piece: Omit<BackfillPiece, 'events'>): readonly StoredEvent[] =>
  eventsIn(piece.segments, piece);

/** The same without requests, inputs and results. */
export const headsOfPiece = ({ segments, ...range }: Omit<BackfillPiece, 'events'>): readonly StoredHead[] =>
  inOrder(segments.flatMap((row) => headsWithin(row, range)));

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
