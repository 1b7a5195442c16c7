import { MINUTE_MS, SECOND_MS, type Id } from '@redoubt/kernel';
import type pg from 'pg';
import { COMMITTED_WITHIN_MS, MOST_SPAN } from '../merged-segments.ts';
import type { PositionRange } from '../segment-codec.ts';

/** A part of the log whose segments are merged among themselves: whole commits. */
export type MergeWindow = PositionRange & {
  readonly tenantIds: readonly Id[];
  readonly committedFrom: string;
  readonly committedTo: string;
};

/** A commit, as far as windows are cut by it. */
export type Commit = {
  readonly first: number;
  readonly events: number;
  readonly tenantIds: readonly Id[];
  readonly committed: string;
  readonly committedMs: number;
  readonly ageMs: number;
};

/** Younger commits may still be read often: a repeated call asks for its stored answer. */
export const SETTLED_MS = 15 * MINUTE_MS;
/** Times of commits are compared with a margin for what a millisecond cuts off. */
const WITHIN_MS = COMMITTED_WITHIN_MS - SECOND_MS;

const monthOf = ({ committedMs }: Commit): string => new Date(committedMs).toISOString().slice(0, 7);

/**
 * The window behind a position: as many commits as lie within the bounds of a merged segment, and in one partition. Undefined while more may come into it, or
 * it is too young. It follows from the log alone, so that every node finds the same one.
 *
 * @param commits those of the next positions, in order
 * @param last newest position of the log
 * @param settledMs how old a commit is that is taken
 */
export const windowOf = (
  after: number,
  commits: readonly Commit[],
  last: number,
  settledMs: number,
): MergeWindow | undefined => {
  const [head] = commits;
  if (head === undefined) return undefined;
  let [earliest, latest, until] = [head.committedMs, head.committedMs, after];
  const taken: Commit[] = [];
  for (const commit of commits) {
    earliest = Math.min(earliest, commit.committedMs);
    latest = Math.max(latest, commit.committedMs);
    const end = commit.first + commit.events - 1;
    const isOutside = end - after > MOST_SPAN || latest - earliest > WITHIN_MS || monthOf(commit) !== monthOf(head);
    if (taken.length > 0 && isOutside) break;
    taken.push(commit);
    until = end;
  }
  const isClosed = until < last || head.ageMs > COMMITTED_WITHIN_MS + settledMs;
  if (!isClosed || taken.some(({ ageMs }) => ageMs < settledMs)) return undefined;
  const inTime = taken.toSorted((a, b) => a.committedMs - b.committedMs || (a.committed < b.committed ? -1 : 1));
  return {
    after,
    until,
    tenantIds: [...new Set(taken.flatMap(({ tenantIds }) => tenantIds))],
    committedFrom: inTime[0]?.committed ?? head.committed,
    committedTo: inTime.at(-1)?.committed ?? head.committed,
  };
};

/** The next window that every projector has passed; undefined where there is none yet. */
export const readMergeWindow = async (
  client: pg.ClientBase,
  after: number,
  settledMs: number,
): Promise<MergeWindow | undefined> => {
  const { rows: commits } = await client.query<Commit>(
    `select first_position as first, event_count as events, tenant_ids as "tenantIds", committed_at::text as committed,
            (extract(epoch from committed_at) * 1000)::float8 as "committedMs",
            (extract(epoch from now() - committed_at) * 1000)::float8 as "ageMs"
       from commit_batch where first_position > $1 and first_position <= $1::bigint + ${MOST_SPAN} order by first_position`,
    [after],
  );
  const { rows } = await client.query<{ last: number; projected: number | null }>(
    `select position as last, (select min(position) from projection_state) as projected from stream where stream_id = 1`,
  );
  const { last = 0, projected = null } = rows[0] ?? {};
  const window = windowOf(after, commits, last, settledMs);
  return window && window.until <= (projected ?? 0) ? window : undefined;
};
