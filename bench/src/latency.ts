import { loadavg } from 'node:os';
import { startGenerator } from './load/generator.ts';
import type { LoadResult } from './load/protocol.ts';
import type { Machine } from './measure/machine.ts';
import { untilCaughtUp } from './measure/metrics.ts';
import { appendResults } from './measure/result-table.ts';
import { publishPlan } from './targets/publish-plan.ts';
import { startRedoubt } from './targets/redoubt.ts';
import { PURCHASE_PATH } from './targets/target.ts';

/** Events a second, from what a small merchant has to what two cores carry. */
const RATES = [50, 200, 500, 1000, 1500, 2000] as const;
const WARM_UP_SECONDS = 5;
const CATCH_UP_LIMIT_MS = 60_000;

type LatencyOptions = {
  /** Length of each stretch. */
  readonly seconds: number;
  readonly bodies: number;
  readonly connections: number;
  readonly say: (text: string) => void;
};

type RateFigures = {
  readonly rules: 'demonstration' | 'full plan';
  readonly asked: number;
  readonly perSecond: number;
  readonly latencyMs: LoadResult['latencyMs'];
};
export type LatencyFigures = readonly RateFigures[];

/**
 * How long answers take at constant rates, from the moment a call was due (open loop), generator and database on the same cores:
 * with the rules of the demonstration, then with 100 clauses that read 30 velocities besides.
 */
export const measureLatency = async (
  { seconds, bodies, connections, say }: LatencyOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<LatencyFigures> => {
  const [redoubt, generator] = await Promise.all([startRedoubt([]).then(keep), startGenerator(bodies).then(keep)]);
  const { port, headers, origin } = redoubt;
  const load = async (perSecond: number | null, forSeconds: number): Promise<LoadResult> => {
    const order = { port, path: PURCHASE_PATH, headers, connections, seconds: forSeconds, perSecond };
    const result = await generator.run(order);
    if (result.failed > 0) throw new Error(`${result.failed} calls failed, such as ${result.firstFailure}`);
    return result;
  };
  const figures: RateFigures[] = [];
  for (const rules of ['demonstration', 'full plan'] as const) {
    if (rules === 'full plan') await publishPlan(redoubt.dataDirectory, redoubt.facts);
    await load(null, WARM_UP_SECONDS);
    for (const asked of RATES) {
      await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
      const { answered, elapsedMs, latencyMs } = await load(asked, seconds);
      const { p50, p99, p999 } = latencyMs;
      say(`  ${rules.padEnd(14)} ${asked}/s  ${[p50, p99, p999].map((ms) => ms.toFixed(1)).join(' / ')} ms`);
      figures.push({ rules, asked, perSecond: (answered * 1000) / elapsedMs, latencyMs });
    }
  }
  return figures;
};

const TABLE_HEAD = `# Latency at constant rates

A line per rate of each run of \`npm run bench -- latency\`: purchases at even distances whatever the answers do, measured from when a call was
due; generator, server and database on the same cores. Goals: p99 below 10 ms at 500 a second with the full plan (100 clauses that read
30 velocities). A rate that is not reached means full load: its times are those of a queue.

| Run | Machine | Rules | Asked a second | Answered a second | p50 | p99 | p99.9 | Longest | Load |
|---|---|---|---|---|---|---|---|---|---|
`;

/** Adds a line for each rate to the table of all runs; gives them. */
export const saveLatency = (
  directory: string,
  at: string,
  machine: Machine,
  figures: LatencyFigures,
): Promise<string> =>
  appendResults(
    directory,
    'latency.md',
    TABLE_HEAD,
    figures.map(({ rules, asked, perSecond, latencyMs: { p50, p99, p999, max } }) => [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      rules,
      String(asked),
      perSecond.toFixed(0),
      ...[p50, p99, p999, max].map((ms) => `${ms.toFixed(1)} ms`),
      (loadavg()[0] ?? 0).toFixed(1),
    ]),
  );
