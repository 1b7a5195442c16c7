import { isDeepStrictEqual } from 'node:util';
import { HOUR_MS, type Id } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { advanceJob, type ClaimedJob } from '../jobs/job-claims.ts';
import { createFrameCompressor, type CompressFrame } from '../log/frame-compressor.ts';
import { isAssessment, type StoredEvent, type StoredHead } from '../log/log-event.ts';
import { LAST_POSITION, lockSegments, MOST_SPAN } from '../log/merged-segments.ts';
import { asIngest } from '../log/read-log.ts';
import { decodeHeads, decodeSegment, textsOfEvents, writeSegment, type SegmentRow } from '../log/segment-codec.ts';
import { subjectKeyOf, targetKey } from '../subject-requests/subject-segments.ts';
import { dropExpired } from './drop-expired.ts';
import type { HeldEvents } from './held-events.ts';

/** What is removed by age from one environment. */
export type ExpiryRange = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  /** Events received before it go. */
  readonly borderMs: number;
  readonly askedAt: Date;
};

export type ExpiryStep = {
  /** Last position of the last segment that was looked at. */
  readonly cursor: number;
  readonly isLast: boolean;
  readonly removed: number;
  /** Projections have not read all of it: ask again. */
  readonly isEarly: boolean;
};

/** Segments of one step, and events of it, about: little enough that projectors, which wait for it, hardly notice. */
const SEGMENTS = 16;
const EVENTS = 500;
/** An event is stored at the latest so long after it was received. */
const STORED_WITHIN_MS = HOUR_MS;
const PROJECTORS = ['search', 'rollup', 'cases', 'reports'];

type Outline = Omit<SegmentRow, 'data'> & {
  readonly committed_at: string;
  readonly event_count: number;
  readonly span: number | null;
  readonly last: number;
  readonly bytes: number;
};

/** Segments of an environment that may hold events of before the border. */
const OLD_SEGMENTS = `s.tenant_id = $1 and s.environment_id = $2 and s.committed_at < to_timestamp($3 / 1000.0)`;
export const oldSegmentParameters = ({ tenantId, environmentId, borderMs }: ExpiryRange): readonly unknown[] => [
  tenantId,
  environmentId,
  borderMs + STORED_WITHIN_MS,
];

const readOutlines = async (client: pg.ClientBase, range: ExpiryRange, after: number, most: number) => {
  const { rows } = await client.query<Outline>(
    `select s.tenant_id, s.environment_id, s.first_position, s.event_count, s.span, ${LAST_POSITION} as last,
            s.committed_at::text as committed_at, s.codec, s.heads,
            coalesce(pg_column_size(s.heads), 0) + pg_column_size(s.data) as bytes
       from segment s where ${OLD_SEGMENTS} and s.first_position > $4::bigint - ${MOST_SPAN}
        and ${LAST_POSITION} > $4::bigint order by s.first_position limit ${most}`,
    [...oldSegmentParameters(range), after],
  );
  return rows;
};

/** As many of the first ones as one step takes. */
const firstOf = (rows: readonly Outline[]): readonly Outline[] => {
  let events = 0;
  const end = rows.findIndex(({ event_count: count }, at) => (events += count) > EVENTS && at > 0);
  return end < 0 ? rows : rows.slice(0, end);
};

const readWhole = async (client: pg.ClientBase, row: Outline): Promise<readonly StoredEvent[]> => {
  const { rows } = await client.query<{ data: Buffer }>(
    `select data from segment where tenant_id = $1 and environment_id = $2 and first_position = $3 and committed_at = $4`,
    [row.tenant_id, row.environment_id, row.first_position, row.committed_at],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`the segment at ${row.first_position} is gone`);
  return decodeSegment({ ...row, data: found.data });
};

const headsOf = async (client: pg.ClientBase, row: Outline): Promise<readonly StoredHead[]> =>
  row.heads === null ? readWhole(client, row) : decodeHeads({ ...row, heads: row.heads });

/** Whether anything holds an event back: a hold on its person or its case, or a case that is still open. */
const isHeld = (head: StoredHead, held: HeldEvents): boolean => {
  if (isAssessment(head) && head.facts.userId !== null && held.userIds.has(head.facts.userId)) return true;
  const key = subjectKeyOf(head);
  return key !== undefined && held.keys.has(targetKey(head.environmentId, key.code, key.id));
};

const withOpen = ({ userIds, keys }: HeldEvents, open: ReadonlySet<string>): HeldEvents => ({
  userIds,
  keys: new Set([...keys, ...open]),
});

/** Cases among these events that are still open. */
const readOpenCases = async (
  client: pg.ClientBase,
  { tenantId, environmentId }: ExpiryRange,
  heads: readonly StoredHead[],
): Promise<ReadonlySet<string>> => {
  const keys = heads.flatMap((head) => {
    const key = subjectKeyOf(head);
    return key === undefined ? [] : [{ k: key.code, i: key.id }];
  });
  const { rows } = await client.query<{ k: number; i: string }>(
    `select c.kind as k, c.event_id as i from jsonb_to_recordset($3::jsonb) as x(k smallint, i text)
       join review_case c on c.tenant_id = $1 and c.environment_id = $2 and c.kind = x.k and c.event_id = x.i
      where c.outcome is null`,
    [tenantId, environmentId, JSON.stringify(keys)],
  );
  return new Set(rows.map(({ k, i }) => targetKey(environmentId, k, i)));
};

const removeSegment = (client: pg.ClientBase, row: Outline) =>
  client.query('select remove_expired_segment($1, $2, $3, $4::timestamptz)', [
    row.tenant_id,
    row.environment_id,
    row.first_position,
    row.committed_at,
  ]);

/** Writes a segment again with what stays of it, and reads it back: each event is what it was. */
const keepRest = async (
  client: pg.ClientBase,
  row: Outline,
  stay: readonly StoredEvent[],
  compress: CompressFrame,
): Promise<void> => {
  const [first] = stay;
  if (first === undefined) return;
  const { codec, span, heads, texts } = writeSegment(textsOfEvents(stay), row.span !== null);
  await client.query(
    `insert into segment (tenant_id, environment_id, first_position, event_count, committed_at, span, codec, heads, data)
     values ($1, $2, $3, $4, $5::timestamptz, $6, $7, $8, $9)`,
    [
      row.tenant_id,
      row.environment_id,
      first.position,
      stay.length,
      row.committed_at,
      span,
      codec,
      await compress(heads),
      await compress(texts),
    ],
  );
  const { rows } = await client.query<SegmentRow>(
    `select tenant_id, environment_id, first_position, codec, heads, data from segment
      where tenant_id = $1 and environment_id = $2 and committed_at = $3::timestamptz and first_position between $4 and $5
      order by first_position`,
    [row.tenant_id, row.environment_id, row.committed_at, row.first_position, row.last],
  );
  if (!isDeepStrictEqual(rows.flatMap(decodeSegment), stay))
    throw new Error(`the segment at ${row.first_position} does not read back as it was`);
};

const areProjected = async (client: pg.ClientBase, until: number): Promise<boolean> => {
  // As projectors do first: none can write again what it has read before.
  const { rows } = await client.query<{ position: number }>(
    'select position from projection_state where projector = any($1) order by projector for update',
    [PROJECTORS],
  );
  return rows.length === PROJECTORS.length && rows.every(({ position }) => position >= until);
};

const countStep = (client: pg.ClientBase, range: ExpiryRange, removed: number, bytes: number) =>
  client.query(
    `update retention_run set removed = removed + $4, removed_bytes = removed_bytes + $5
      where tenant_id = $1 and environment_id = $2 and kind = 'events' and asked_at = $3`,
    [range.tenantId, range.environmentId, range.askedAt, removed, bytes],
  );

/**
 * Removes events of before the border from the next segments, with what was made of them; sums of them stay. One transaction:
 * a node that dies leaves whole segments, and the next run finds those that are left.
 */
export const expireEventsStep = (
  database: Database,
  job: ClaimedJob,
  range: ExpiryRange,
  held: HeldEvents,
  after: number,
): Promise<ExpiryStep> =>
  asIngest(database.pools.ingest, [range.tenantId], async (client) => {
    await lockSegments(client, range.tenantId);
    const listed = await readOutlines(client, range, after, SEGMENTS);
    const rows = firstOf(listed);
    const last = rows.at(-1);
    if (last === undefined) return { cursor: after, isLast: true, removed: 0, isEarly: false };
    if (!(await areProjected(client, last.last))) return { cursor: after, isLast: false, removed: 0, isEarly: true };
    const compress = createFrameCompressor();
    const gone: StoredHead[] = [];
    let bytes = 0;
    for (const row of rows) {
      const heads = await headsOf(client, row);
      const old = heads.filter(({ receivedAtMs }) => receivedAtMs < range.borderMs);
      if (old.length === 0) continue;
      const open = await readOpenCases(client, range, old);
      const goes = old.filter((head) => !isHeld(head, withOpen(held, open)));
      if (goes.length === 0) continue;
      const positions = new Set(goes.map(({ position }) => position));
      const stay =
        goes.length === heads.length
          ? []
          : (await readWhole(client, row)).filter(({ position }) => !positions.has(position));
      await removeSegment(client, row);
      await keepRest(client, row, stay, compress);
      gone.push(...goes);
      bytes += Math.round((row.bytes * goes.length) / heads.length);
    }
    await dropExpired(client, range, gone);
    await countStep(client, range, gone.length, bytes);
    await advanceJob(client, job, { done: gone.length });
    return {
      cursor: last.last,
      isLast: rows.length < SEGMENTS && rows.length === listed.length,
      removed: gone.length,
      isEarly: false,
    };
  });

export type ExpiryLeft = {
  /** Of before the border: what is held, and what should not be there. */
  readonly held: number;
  readonly missed: number;
};

/** Looks at what is left of before the border. */
export const readExpiryLeft = (database: Database, range: ExpiryRange, held: HeldEvents): Promise<ExpiryLeft> =>
  asIngest(database.pools.ingest, [range.tenantId], async (client) => {
    const left = { held: 0, missed: 0 };
    let after = -1;
    for (;;) {
      const rows = await readOutlines(client, range, after, SEGMENTS);
      for (const row of rows) {
        const old = (await headsOf(client, row)).filter(({ receivedAtMs }) => receivedAtMs < range.borderMs);
        const open = old.length === 0 ? new Set<string>() : await readOpenCases(client, range, old);
        const kept = old.filter((head) => isHeld(head, withOpen(held, open)));
        left.held += kept.length;
        left.missed += old.length - kept.length;
        after = row.last;
      }
      if (rows.length < SEGMENTS) return left;
    }
  });
