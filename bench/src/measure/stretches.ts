import type { Generator } from '../load/generator.ts';
import type { LoadResult } from '../load/protocol.ts';
import type { FullLoad, HalfLoad } from '../report.ts';
import { PURCHASE_PATH, type Target } from '../targets/target.ts';
import { cpuMsOf } from './processes.ts';
import { median } from './median.ts';

/** Sends stretches of load, each as long as the last. */
export type Stretches = {
  readonly warmUp: (target: Target) => Promise<void>;
  /** As much as the connections carry. */
  readonly full: (target: Target) => Promise<Round>;
  /** Half of what full load gave, at even distances. */
  readonly half: (target: Target, full: FullLoad) => Promise<HalfLoad>;
};

export type Round = {
  readonly answered: number;
  readonly perSecond: number;
  readonly serverCpuUs: number;
  readonly generatorCpuUs: number;
};

const WARM_UP_SECONDS = 4;

export const fullLoadOf = (rounds: readonly Round[]): FullLoad => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  rounds: rounds.map((round) => Math.round(round.perSecond)),
  serverCpuUs: median(rounds.map((round) => round.serverCpuUs)),
  generatorCpuUs: median(rounds.map((round) => round.generatorCpuUs)),
});

export const createStretches = (
  generator: Generator,
  connections: number,
  seconds: number,
  say: (text: string) => void,
): Stretches => {
  const load = async (target: Target, forSeconds: number, perSecond: number | null): Promise<LoadResult> => {
    const { port, headers } = target;
    const order = { port, path: PURCHASE_PATH, headers, connections, seconds: forSeconds, perSecond };
    const result = await generator.run(order);
    if (result.failed === 0) return result;
    throw new Error(`${target.name}: ${result.failed} calls failed, such as ${result.firstFailure}`);
  };
  const tell = (target: Target, perSecond: number, more = ''): void =>
    say(`  ${target.name.padEnd(20)} ${perSecond.toFixed(0).padStart(7)}/s${more}`);

  return {
    warmUp: async (target) => {
      await load(target, WARM_UP_SECONDS, null);
    },
    full: async (target) => {
      const cpuStartMs = await cpuMsOf(target.pid, false);
      const { answered, elapsedMs, generatorCpuUs } = await load(target, seconds, null);
      const cpuUs = ((await cpuMsOf(target.pid, false)) - cpuStartMs) * 1000;
      const perSecond = (answered * 1000) / elapsedMs;
      tell(target, perSecond);
      return { answered, perSecond, serverCpuUs: cpuUs / answered, generatorCpuUs: generatorCpuUs / answered };
    },
    half: async (target, full) => {
      const { answered, elapsedMs, latencyMs } = await load(target, seconds, full.perSecond / 2);
      const perSecond = (answered * 1000) / elapsedMs;
      tell(target, perSecond, `  p50 ${latencyMs.p50.toFixed(1)} ms  p99 ${latencyMs.p99.toFixed(1)} ms`);
      return { perSecond, p50Ms: latencyMs.p50, p99Ms: latencyMs.p99, maxMs: latencyMs.max };
    },
  };
};
