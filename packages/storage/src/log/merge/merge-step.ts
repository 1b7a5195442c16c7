import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { inPoolTransaction } from '../../database/pool-transaction.ts';
import type { CompressFrame } from '../frame-compressor.ts';
import { FRAME_HEADER_BYTES, lengthOfContent } from '../inflate.ts';
import { tryLockSegments } from '../merged-segments.ts';
import { SEGMENT_CODEC, splitSegment, writeSegment, type SegmentRow, type SegmentTexts } from '../segment-codec.ts';
import { MERGED_EVENTS, nextGroup, type Candidate } from './merge-group.ts';
import { readMergeWindow, SETTLED_MS, type MergeWindow } from './merge-window.ts';

/**
 * What a step came to: segments were merged; some were passed over, or a window ended; nothing is old enough; or another node is at
 * it, or something else writes the segments of the tenant.
 */
export type MergeOutcome = 'merged' | 'passed' | 'idle' | 'busy';

/** How merged blocks are compressed, stronger than those of commits: no answer waits for it, and they stay. */
export const MERGED_LEVEL = 6;

type State = { readonly position: number; readonly afterEnvironment: string | null; readonly afterPosition: number };

/** Of several nodes one makes a step at a time; the others do not wait. */
const takeState = async (client: pg.ClientBase): Promise<State | undefined> => {
  const { rows } = await client.query<State>(
    `select position, after_environment as "afterEnvironment", after_position as "afterPosition"
       from segment_merge where merge_id = 1 for update skip locked`,
  );
  return rows[0];
};

type Listed = Omit<Candidate, 'bytes'> & { readonly frame: Buffer };

/** Segments listed at once; each has an event at least, so that the group of the first one is among them. */
const LISTED = MERGED_EVENTS + 1;

/** The next segments of a window, by environment. */
const readCandidates = async (
  client: pg.ClientBase,
  window: MergeWindow,
  state: State,
): Promise<readonly Candidate[]> => {
  const { rows } = await client.query<Listed>(
    `select tenant_id, environment_id, first_position, event_count, span, codec,
            substring(data from 1 for ${FRAME_HEADER_BYTES}) as frame
       from segment where first_position > $1 and first_position <= $2
        and committed_at between $3::timestamptz and $4::timestamptz
        and ($5::uuid is null or (environment_id, first_position) > ($5::uuid, $6::bigint))
      order by environment_id, first_position limit ${LISTED}`,
    [window.after, window.until, window.committedFrom, window.committedTo, state.afterEnvironment, state.afterPosition],
  );
  return rows.map(({ frame, ...row }) => ({ ...row, bytes: lengthOfContent(frame) ?? Number.POSITIVE_INFINITY }));
};

/** Retention proves that it leaves younger segments as they are: none is merged meanwhile. */
const isCounted = async (client: pg.ClientBase, { tenant_id: tenantId, environment_id: environmentId }: Candidate) => {
  const { rows } = await client.query(
    `select from job where tenant_id = $1 and kind = 'retention' and subject_id = $2 and state in ('queued', 'running')`,
    [tenantId, environmentId],
  );
  return rows.length > 0;
};

const COLUMNS = 'tenant_id, environment_id, first_position, event_count, codec, heads, data';
type WholeRow = SegmentRow & { readonly heads: Buffer; readonly event_count: number };

const readWhole = async (
  client: pg.ClientBase,
  { tenant_id: tenantId, environment_id: environmentId }: Candidate,
  positions: readonly number[],
  lock: '' | 'for update',
): Promise<readonly WholeRow[]> => {
  const { rows } = await client.query<WholeRow>(
    `select ${COLUMNS} from segment
      where tenant_id = $1 and environment_id = $2 and first_position = any($3::bigint[]) order by first_position ${lock}`,
    [tenantId, environmentId, positions],
  );
  return rows;
};

const bytesOf = (rows: readonly WholeRow[]): number =>
  rows.reduce((sum, { heads, data }) => sum + heads.length + data.length, 0);

/** False where the environment is being removed. Asked before its segments are locked, as a purge does. */
const mayMerge = async (
  client: pg.ClientBase,
  { tenant_id: tenantId, environment_id: environmentId }: Candidate,
): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>('select may_merge_segments($1, $2) as may', [
    tenantId,
    environmentId,
  ]);
  return rows[0]?.may === true;
};

/** Writes some segments as one, and reads it back: each event is what it was. `busy` where they were changed meanwhile. */
const merge = async (
  client: pg.ClientBase,
  window: MergeWindow,
  group: readonly Candidate[],
  compress: CompressFrame,
): Promise<'merged' | 'busy'> => {
  const [head] = group;
  if (head === undefined) return 'busy';
  const rows = await readWhole(
    client,
    head,
    group.map(({ first_position: first }) => first),
    'for update',
  );
  if (rows.length !== group.length || rows.some((row) => row.codec !== SEGMENT_CODEC)) return 'busy';
  const parts = rows.map(splitSegment);
  const all: SegmentTexts = {
    positions: parts.flatMap(({ positions }) => positions),
    heads: parts.flatMap((part) => part.heads),
    texts: parts.flatMap((part) => part.texts),
  };
  const { positions } = all;
  const { codec, heads, texts } = writeSegment(all, true);
  await client.query(
    'select merge_segments($1, $2, $3, $4, $5::timestamptz, $6::timestamptz, $7, $8::smallint, $9, $10)',
    [
      head.tenant_id,
      head.environment_id,
      positions[0],
      positions.at(-1),
      window.committedFrom,
      window.committedTo,
      positions.length,
      codec,
      await compress(heads),
      await compress(texts),
    ],
  );
  const written = await readWhole(client, head, [head.first_position], '');
  // Texts and places, of which events are made in one way: they are compared without being parsed.
  if (!isDeepStrictEqual(written.map(splitSegment), [all]))
    throw new Error(`the segment at ${head.first_position} does not read back as those it was merged from`);
  await client.query(
    `update segment_merge set events = events + $1, segments_before = segments_before + $2, segments_after = segments_after + 1,
        bytes_before = bytes_before + $3, bytes_after = bytes_after + $4 where merge_id = 1`,
    [positions.length, rows.length, bytesOf(rows), bytesOf(written)],
  );
  return 'merged';
};

const passWindow = (client: pg.ClientBase, { until }: MergeWindow) =>
  client.query(
    `update segment_merge set position = $1, after_environment = null, after_position = 0 where merge_id = 1`,
    [until],
  );

const passOver = (client: pg.ClientBase, { environment_id: environmentId, first_position: first }: Candidate) =>
  client.query(`update segment_merge set after_environment = $1, after_position = $2 where merge_id = 1`, [
    environmentId,
    first,
  ]);

/**
 * Merges the next segments of one environment into one, in one transaction: a node that dies leaves them as they were. The
 * commit is not waited for on disk: after a crash of the database the segments that were merged are there again.
 *
 * @param settledMs how old commits are before they are looked at
 */
export const mergeStep = (pool: pg.Pool, compress: CompressFrame, settledMs = SETTLED_MS): Promise<MergeOutcome> =>
  inPoolTransaction(pool, async (client) => {
    await client.query('set local synchronous_commit = off');
    const state = await takeState(client);
    if (state === undefined) return 'busy';
    const window = await readMergeWindow(client, state.position, settledMs);
    if (window === undefined) return 'idle';
    await client.query("select set_config('redoubt.tenant_ids', $1, true)", [window.tenantIds.join(',')]);
    const { passed, group } = nextGroup(await readCandidates(client, window, state));
    const [head] = group;
    if (head === undefined && passed === undefined) await passWindow(client, window);
    if (head === undefined) {
      if (passed !== undefined) await passOver(client, passed);
      return 'passed';
    }
    if (!(await tryLockSegments(client, head.tenant_id)) || (await isCounted(client, head))) return 'busy';
    const outcome = (await mayMerge(client, head)) ? await merge(client, window, group, compress) : 'passed';
    if (outcome !== 'busy') await passOver(client, group.at(-1) ?? head);
    return outcome;
  });
