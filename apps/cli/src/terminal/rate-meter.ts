import type { Clock } from '@redoubt/kernel';

/** Rate of a running count over the last seconds. */
export type RateMeter = {
  readonly note: (count: number) => void;
  readonly perSecond: () => number;
};

const WINDOW_MS = 5000;

export const createRateMeter = (clock: Clock): RateMeter => {
  const samples: { atMs: number; count: number }[] = [];
  return {
    note: (count) => {
      const atMs = clock.now();
      samples.push({ atMs, count });
      while (samples.length > 2 && atMs - (samples[0]?.atMs ?? atMs) > WINDOW_MS) samples.shift();
    },
    perSecond: () => {
      const [first, last] = [samples[0], samples.at(-1)];
      if (first === undefined || last === undefined || last.atMs === first.atMs) return 0;
      return ((last.count - first.count) * 1000) / (last.atMs - first.atMs);
    },
  };
};
