import type { Id } from '@redoubt/kernel';
import { MOST_SPAN } from '../merged-segments.ts';
import { SEGMENT_CODEC } from '../segment-codec.ts';

/** A segment that may be merged, without what it holds. */
export type Candidate = {
  readonly tenant_id: Id;
  readonly environment_id: Id;
  readonly first_position: number;
  readonly event_count: number;
  readonly span: number | null;
  readonly codec: number;
  /** Of its texts before compression. */
  readonly bytes: number;
};

/** What a merged segment holds at most: reading one event inflates all. */
export const MERGED_EVENTS = 256;
export const MERGED_BYTES = 1024 * 1024;

const canMerge = ({ codec, span }: Candidate): boolean => codec === SEGMENT_CODEC && span === null;

/**
 * The first segment and those behind it that become one with it: of its environment and within the bounds. The first alone where it
 * is merged already, or where the next one does not fit.
 */
const groupOf = <Row extends Candidate>(rows: readonly Row[]): readonly Row[] => {
  const [head] = rows;
  if (head === undefined) return [];
  let [events, bytes] = [0, 0];
  const end = rows.findIndex((row) => {
    events += row.event_count;
    bytes += row.bytes;
    const isFull = events > MERGED_EVENTS || bytes > MERGED_BYTES;
    const last = row.first_position + row.event_count - 1;
    const isFar = last - head.first_position >= MOST_SPAN;
    return row.environment_id !== head.environment_id || !canMerge(row) || isFull || isFar;
  });
  return rows.slice(0, end < 0 ? rows.length : Math.max(1, end));
};

/** The last of the first segments, which stay as they are, and those behind it that become one; none where the list ends before. */
type NextGroup<Row> = { readonly passed: Row | undefined; readonly group: readonly Row[] };

/** @param rows in order; where more follow, so many that the group of the first one is among them */
export const nextGroup = <Row extends Candidate>(rows: readonly Row[]): NextGroup<Row> => {
  for (let at = 0; at < rows.length; at += 1) {
    const group = groupOf(rows.slice(at));
    // One that ends with the list may go on behind it.
    const isWhole = at === 0 || at + group.length < rows.length;
    if (group.length > 1) return { passed: rows[at - 1], group: isWhole ? group : [] };
  }
  return { passed: rows.at(-1), group: [] };
};
