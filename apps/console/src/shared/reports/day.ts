import type { Dashboard } from '@redoubt/contracts';
import type { BarBucket, BarMark } from '@redoubt/ui';

const DAY_MS = 86_400_000;
const BUCKET_MS = 900_000;

/** A change as a share of what was before, in percent; undefined where there was nothing. */
export const changePercent = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : ((now - before) / before) * 100;

/** A share of a whole, in percent. */
export const sharePercent = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

/** The buckets of the whole day of the reader, so that the chart keeps its shape from morning to night. */
export const dayBuckets = ({
  since,
  asOf,
  series,
}: Pick<Dashboard, 'since' | 'asOf' | 'series'>): readonly BarBucket[] => {
  const startMs = Date.parse(since);
  const asOfMs = Date.parse(asOf);
  const known = new Map(series.map(({ from, decisions }) => [Date.parse(from), decisions]));
  return Array.from({ length: DAY_MS / BUCKET_MS }, (_each, at) => {
    const fromMs = startMs + at * BUCKET_MS;
    const toMs = fromMs + BUCKET_MS;
    return { fromMs, toMs, counts: known.get(fromMs) ?? {}, unfinished: fromMs <= asOfMs && asOfMs < toMs };
  });
};

export type LetteredChange = Dashboard['changes'][number] & {
  readonly letter: string | undefined;
  /** Leads to what was made of it; absent where nothing does. */
  readonly href?: string | undefined;
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A to Z, then AA, AB and so on. */
const letterAt = (index: number): string => {
  const last = LETTERS.charAt(index % LETTERS.length);
  return index < LETTERS.length ? last : letterAt(Math.floor(index / LETTERS.length) - 1) + last;
};

/**
 * What can have moved the chart, newest first: everything of the period, each with the letter that marks it, and older
 * changes where the period has fewer than `most`.
 */
export const letteredChanges = (
  changes: Dashboard['changes'],
  sinceMs: number,
  most: number,
): readonly LetteredChange[] => {
  const recent = changes.filter(({ at }) => Date.parse(at) >= sinceMs);
  return changes
    .slice(0, Math.max(most, recent.length))
    .map((change, index) => ({ ...change, letter: index < recent.length ? letterAt(index) : undefined }));
};

export const chartMarks = (
  changes: readonly LetteredChange[],
  say: (change: LetteredChange) => string,
): readonly BarMark[] =>
  changes.flatMap((change) =>
    change.letter === undefined ? [] : [{ atMs: Date.parse(change.at), letter: change.letter, text: say(change) }],
  );
