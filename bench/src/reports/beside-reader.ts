import { setTimeout as sleep } from 'node:timers/promises';
import type { Generator } from '../load/generator.ts';
import { readMetric, untilCaughtUp } from '../measure/metrics.ts';
import { PURCHASE_PATH } from '../targets/target.ts';
import type { RedoubtTarget } from '../targets/redoubt.ts';

/** Decisions a second of two stretches that follow each other, alone and beside a person who reloads reports. */
export type Reload = {
  readonly without: number;
  readonly beside: number;
  /** Calls that were not answered with a decision, alone and beside the reader. */
  readonly failed: readonly [number, number];
  /** How long each drawing of the page took. */
  readonly ms: readonly number[];
};

export type BesideOptions = {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly say: (text: string) => void;
};

const CATCH_UP_MS = 300_000;

/** Calls of the public API that were not answered with a decision. */
const failedCalls = async (origin: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const counts = text.matchAll(/^redoubt_public_call_seconds_count\{[^}]*status="(\d+)"[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, status, count]) => sum + (status === '200' ? 0 : Number(count)), 0);
};

const stretch = async (origin: string, seconds: number) => {
  const startMs = performance.now();
  const [events, failed] = [await readMetric(origin, 'redoubt_log_events'), await failedCalls(origin)];
  await sleep(seconds * 1000);
  const stored = (await readMetric(origin, 'redoubt_log_events')) - events;
  return {
    perSecond: (stored * 1000) / (performance.now() - startMs),
    failed: (await failedCalls(origin)) - failed,
  };
};

/**
 * Full load without a pause, in stretches alone and beside a reader that take turns: what else the machine does, and what grows
 * with the store, meets both.
 */
export const besideReader = async (
  { origin, port, headers }: RedoubtTarget,
  /** Begins to reload a page; what it gives ends that, and gives how long each drawing took. */
  read: () => Promise<() => Promise<readonly number[]>>,
  generator: Generator,
  { seconds, rounds, connections, say }: BesideOptions,
): Promise<readonly Reload[]> => {
  const found: Reload[] = [];
  let isOver = false;
  const loading = (async () => {
    const order = { port, path: PURCHASE_PATH, headers, connections, seconds, perSecond: null };
    while (!isOver) await generator.run(order);
  })();
  try {
    await sleep(seconds * 1000);
    for (let round = 0; round < rounds; round += 1) {
      const beside = async () => {
        const stop = await read();
        const figures = await stretch(origin, seconds);
        return { ...figures, ms: await stop() };
      };
      // Who begins takes turns.
      const early = round % 2 === 1 ? await beside() : null;
      const alone = await stretch(origin, seconds);
      const other = early ?? (await beside());
      found.push({
        without: alone.perSecond,
        beside: other.perSecond,
        failed: [alone.failed, other.failed],
        ms: other.ms,
      });
      say(
        `  ${alone.perSecond.toFixed(0)}/s alone, ${other.perSecond.toFixed(0)}/s beside a reader, ${other.ms.length} pages, failed ${alone.failed} and ${other.failed}`,
      );
    }
  } finally {
    isOver = true;
    await loading;
  }
  if ((await untilCaughtUp(origin, CATCH_UP_MS)) === null) throw new Error('projectors do not catch up');
  return found;
};
