import type { SlowCall } from '../load/protocol.ts';
import type { DatabaseSample, ServerNote, Span } from './notes.ts';

/** Causes in the order in which they are looked for: of two at one moment, the first counts. */
export const CAUSES = [
  'the generator sent late',
  'collection of garbage',
  'event loop busy',
  'deciding thread without a core',
  'commit: row lock of the stream',
  'commit: flush of the write-ahead log',
  'commit: other wait of PostgreSQL',
  'commit: PostgreSQL at work, or without a core',
  'commit: open, and PostgreSQL waits for the server',
  'no commit under way',
] as const;
export type Cause = (typeof CAUSES)[number];

export type Attribution = {
  /** Milliseconds of slow calls by cause. */
  readonly ms: ReadonlyMap<Cause, number>;
  /** Slow calls by their largest cause. */
  readonly calls: ReadonlyMap<Cause, number>;
  /** Of those milliseconds, beside a step of a projection. */
  readonly projectingMs: number;
};

const STEP_MS = 1;
/** A thread that had less of its time than this waited for a core. */
const RAN_SHARE = 0.5;

/** Spans in order of their beginning, to be asked for a moment; they do not overlap much. */
const inSpans = <S extends Span>(spans: readonly S[]) => {
  const sorted = spans.toSorted((a, b) => a.fromMs - b.fromMs);
  const longest = sorted.reduce((most, { fromMs, toMs }) => Math.max(most, toMs - fromMs), 0);
  return (atMs: number): S | undefined => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as S).fromMs <= atMs) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0; index -= 1) {
      const span = sorted[index] as S;
      if (span.toMs > atMs) return span;
      if (span.fromMs < atMs - longest) return undefined;
    }
    return undefined;
  };
};

const nearest =
  (samples: readonly DatabaseSample[]) =>
  (atMs: number): DatabaseSample | undefined => {
    let low = 0;
    let high = samples.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((samples[middle] as DatabaseSample).atMs <= atMs) low = middle;
      else high = middle - 1;
    }
    const [before, after] = [samples[low], samples[low + 1]];
    return before && after && after.atMs - atMs < atMs - before.atMs ? after : before;
  };

const commitCause = (log: readonly string[]): Cause => {
  if (log.length === 0) return 'no commit under way';
  if (log.some((wait) => /^(IO|LWLock):(WAL|Wal)/.test(wait))) return 'commit: flush of the write-ahead log';
  if (log.includes('running')) return 'commit: PostgreSQL at work, or without a core';
  if (log.every((wait) => wait === 'Client:ClientRead')) return 'commit: open, and PostgreSQL waits for the server';
  if (log.some((wait) => wait.startsWith('Lock:'))) return 'commit: row lock of the stream';
  return 'commit: other wait of PostgreSQL';
};

/** Looks at every millisecond of every slow call. `samples` are in order of time. */
export const attribute = (
  calls: readonly SlowCall[],
  notes: readonly ServerNote[],
  samples: readonly DatabaseSample[],
): Attribution => {
  const collectionAt = inSpans(notes.filter(({ what }) => what === 'collection'));
  const lateAt = inSpans(notes.filter((note) => note.what === 'late'));
  const sampleAt = nearest(samples);
  const causeAt = (atMs: number, { sentMs }: SlowCall): Cause => {
    if (atMs < sentMs) return 'the generator sent late';
    if (collectionAt(atMs) !== undefined) return 'collection of garbage';
    const late = lateAt(atMs);
    if (late !== undefined) {
      const hasRun = late.ranMs >= (late.toMs - late.fromMs) * RAN_SHARE;
      return hasRun ? 'event loop busy' : 'deciding thread without a core';
    }
    return commitCause(sampleAt(atMs)?.log ?? []);
  };
  const ms = new Map<Cause, number>();
  const largest = new Map<Cause, number>();
  let projectingMs = 0;
  for (const call of calls) {
    const own = new Map<Cause, number>();
    for (let atMs = call.dueMs; atMs < call.answeredMs; atMs += STEP_MS) {
      const cause = causeAt(atMs, call);
      own.set(cause, (own.get(cause) ?? 0) + STEP_MS);
      if (sampleAt(atMs)?.isProjecting === true) projectingMs += STEP_MS;
    }
    const [first] = [...own].toSorted((a, b) => b[1] - a[1]);
    if (first !== undefined) largest.set(first[0], (largest.get(first[0]) ?? 0) + 1);
    for (const [cause, spent] of own) ms.set(cause, (ms.get(cause) ?? 0) + spent);
  }
  return { ms, calls: largest, projectingMs };
};
