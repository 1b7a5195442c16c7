import { loadavg } from 'node:os';
import { startGenerator } from './load/generator.ts';
import type { Machine } from './measure/machine.ts';
import { untilCaughtUp } from './measure/metrics.ts';
import { cpuMsOf, memoryBytesOf } from './measure/processes.ts';
import { appendResults } from './measure/result-table.ts';
import { createStretches, fullLoadOf, type Round } from './measure/stretches.ts';
import { publishPlan } from './targets/publish-plan.ts';
import { startRedoubt, type RedoubtTarget } from './targets/redoubt.ts';

/** Threads that answer: none beside the one that does everything, one, and two. */
const VARIANTS = [0, 1, 2] as const;
const CATCH_UP_LIMIT_MS = 60_000;
const MB = 1e6;

type ThreadsOptions = Readonly<Record<'seconds' | 'rounds' | 'bodies' | 'connections', number>> & {
  readonly say: (text: string) => void;
};

type VariantFigures = {
  readonly rules: 'demonstration' | 'full plan';
  readonly threads: number;
  readonly perSecond: number;
  readonly rounds: readonly number[];
  /** Throughput to that of the node whose one thread does everything. */
  readonly ratio: number;
  /** At half of what that node carries. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly serverCpuUs: number;
  readonly postgresCpuUs: number;
  readonly memoryMb: number;
};
export type ThreadsFigures = readonly VariantFigures[];

type Variant = {
  readonly threads: number;
  readonly target: RedoubtTarget;
  readonly rounds: Round[];
  postgresMs: number;
};

/**
 * What answering threads bring: nodes with none, one and two of them, each with a database of its own, which take turns in an
 * order that moves on by round; generator and databases on the same cores.
 */
export const measureThreads = async (
  { seconds, rounds, bodies, connections, say }: ThreadsOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<ThreadsFigures> => {
  const generator = keep(await startGenerator(bodies));
  const targets: RedoubtTarget[] = [];
  for (const threads of VARIANTS) {
    say(`Starting a node with ${threads} answering threads …`);
    const target = keep(await startRedoubt([], () => ({ ANSWERING_THREADS: String(threads) })));
    targets.push(target);
  }
  const stretches = createStretches(generator, connections, seconds, say);
  const figures: VariantFigures[] = [];
  for (const rules of ['demonstration', 'full plan'] as const) {
    if (rules === 'full plan') for (const target of targets) await publishPlan(target.dataDirectory, target.facts);
    const variants = targets.map((target, index): Variant => ({
      threads: VARIANTS[index] ?? 0,
      target,
      rounds: [],
      postgresMs: 0,
    }));
    for (const { target } of variants) await stretches.warmUp(target);
    for (let round = 0; round < rounds; round += 1) {
      say(`Full load, ${rules}, round ${round + 1} of ${rounds}, ${seconds} s each:`);
      for (const index of variants.keys()) {
        const variant = variants[(index + round) % variants.length];
        if (variant === undefined) continue;
        const { postgresPid, origin } = variant.target;
        say(` ${variant.threads} threads:`);
        const fromMs = await cpuMsOf(postgresPid, true);
        variant.rounds.push(await stretches.full(variant.target));
        await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
        variant.postgresMs += (await cpuMsOf(postgresPid, true)) - fromMs;
      }
    }
    const alone = fullLoadOf(variants[0]?.rounds ?? []);
    for (const { threads, target, rounds: own, postgresMs } of variants) {
      const full = fullLoadOf(own);
      say(` ${threads} threads at half load:`);
      const half = await stretches.half(target, alone);
      await untilCaughtUp(target.origin, CATCH_UP_LIMIT_MS);
      figures.push({
        rules,
        threads,
        perSecond: full.perSecond,
        rounds: full.rounds,
        ratio: full.perSecond / alone.perSecond,
        p50Ms: half.p50Ms,
        p99Ms: half.p99Ms,
        serverCpuUs: full.serverCpuUs,
        postgresCpuUs: (postgresMs * 1000) / own.reduce((sum, { answered }) => sum + answered, 0),
        memoryMb: (await memoryBytesOf(target.pid, false)) / MB,
      });
    }
  }
  return figures;
};

const TABLE_HEAD = `# Answering threads

A line per node of each run of \`npm run bench -- threads\`: events a second at full load (median of the rounds, each in brackets), to the node
whose one thread does everything; latency at half of what that node carries, at even distances; processor time of an event; memory.
Generator, servers and databases on the same cores, so that ratios count. Goal: two threads ≥ 1.3 on two cores.

| Run | Machine | Rules | Threads | Events a second | Ratio | p50 at half | p99 at half | Server | PostgreSQL | Memory | Load |
|---|---|---|---|---|---|---|---|---|---|---|---|
`;

/** Adds a line for each node to the table of all runs; gives them. */
export const saveThreads = (
  directory: string,
  at: string,
  machine: Machine,
  figures: ThreadsFigures,
): Promise<string> =>
  appendResults(
    directory,
    'threads.md',
    TABLE_HEAD,
    figures.map((each) => [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      each.rules,
      String(each.threads),
      `${each.perSecond.toFixed(0)} (${each.rounds.join(', ')})`,
      each.ratio.toFixed(2),
      `${each.p50Ms.toFixed(1)} ms`,
      `${each.p99Ms.toFixed(1)} ms`,
      `${each.serverCpuUs.toFixed(0)} µs`,
      `${each.postgresCpuUs.toFixed(0)} µs`,
      `${each.memoryMb.toFixed(0)} MB`,
      (loadavg()[0] ?? 0).toFixed(1),
    ]),
  );
