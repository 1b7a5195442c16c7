import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathTo } from './child.ts';
import { startGenerator } from './load/generator.ts';
import type { LoadResult, SlowCall } from './load/protocol.ts';
import type { Machine } from './measure/machine.ts';
import { untilCaughtUp } from './measure/metrics.ts';
import { addResult } from './measure/result-file.ts';
import { attribute, CAUSES, type Attribution } from './tail/attribute.ts';
import type { DatabaseSample, ServerNote } from './tail/notes.ts';
import { watchDatabase } from './tail/watch-database.ts';
import { besideServer } from './targets/publish-plan.ts';
import { startRedoubt } from './targets/redoubt.ts';
import { PURCHASE_PATH } from './targets/target.ts';

/** Answers that take longer are asked for their cause. */
const SLOW_MS = 20;
const WARM_UP_SECONDS = 5;
const CATCH_UP_LIMIT_MS = 60_000;
/** Notes of the server are written twice a second. */
const NOTES_WITHIN_MS = 1500;

type TailOptions = {
  /** Length of each stretch. */
  readonly seconds: number;
  readonly rounds: number;
  readonly bodies: number;
  readonly connections: number;
  readonly say: (text: string) => void;
};

export type TailFigures = Attribution & {
  readonly perSecond: number;
  readonly answered: number;
  readonly slow: number;
  readonly latencyMs: readonly LoadResult['latencyMs'][];
  readonly checkpoints: number;
};

const notesOf = async (path: string): Promise<readonly ServerNote[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ServerNote);

/**
 * Why answers are slow at half load: every answer above 20 ms is followed through the generator, the deciding thread and what the
 * connections of the log wait for in PostgreSQL, looked at every five milliseconds.
 */
export const measureTail = async (
  { seconds, rounds, bodies, connections, say }: TailOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<TailFigures> => {
  const directory = await mkdtemp(join(tmpdir(), 'redoubt-tail-'));
  const notesFile = join(directory, 'notes.jsonl');
  try {
    const [redoubt, generator] = await Promise.all([
      startRedoubt(['--import', pathTo('./tail/server-notes.ts')], () => ({ BENCH_TAIL_NOTES: notesFile })).then(keep),
      startGenerator(bodies).then(keep),
    ]);
    const { port, headers, origin } = redoubt;
    const load = async (perSecond: number | null, forSeconds: number): Promise<LoadResult> => {
      const order = { port, path: PURCHASE_PATH, headers, connections, seconds: forSeconds, perSecond };
      const result = await generator.run({ ...order, slowerThanMs: SLOW_MS });
      if (result.failed > 0) throw new Error(`${result.failed} calls failed, such as ${result.firstFailure}`);
      return result;
    };
    await load(null, WARM_UP_SECONDS);
    const full = await load(null, seconds);
    const perSecond = (full.answered * 1000) / full.elapsedMs / 2;
    const slow: SlowCall[] = [];
    const samples: DatabaseSample[] = [];
    const latencyMs: LoadResult['latencyMs'][] = [];
    let [answered, checkpoints] = [0, 0];
    await besideServer(redoubt.dataDirectory, redoubt.facts, async ({ database }) => {
      for (let round = 0; round < rounds; round += 1) {
        await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
        const watch = await watchDatabase(database);
        const result = await load(perSecond, seconds);
        const seen = await watch.stop();
        const { p50, p99, max } = result.latencyMs;
        say(`  ${perSecond.toFixed(0)}/s  ${[p50, p99, max].map((ms) => ms.toFixed(1)).join(' / ')} ms`);
        slow.push(...result.slow);
        samples.push(...seen.samples);
        latencyMs.push(result.latencyMs);
        answered += result.answered;
        checkpoints += seen.checkpoints;
      }
    });
    await new Promise((resolve) => setTimeout(resolve, NOTES_WITHIN_MS));
    const found = attribute(slow, await notesOf(notesFile), samples);
    return { ...found, perSecond, answered, slow: slow.length, latencyMs, checkpoints };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const HEAD = `# Why answers are slow

One block per run of \`npm run bench -- tail\`: purchases at even distances, half of what full load gave; of every answer that took longer than
20 ms from when it was due, each millisecond is given to the first cause that holds then, in the order of the table. The
deciding thread notes collections and late turns of its event loop; a turn in which it had less than half of the time on a core waited for
one. What the log's connections wait for is looked at every five milliseconds. *Largest* counts answers by their largest cause.
`;

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** Adds a block to the results of all runs; gives it. */
export const saveTail = async (
  directory: string,
  at: string,
  machine: Machine,
  { ms, calls, projectingMs, perSecond, answered, slow, latencyMs, checkpoints }: TailFigures,
): Promise<string> => {
  const total = [...ms.values()].reduce((sum, each) => sum + each, 0);
  const rows = CAUSES.filter((cause) => ms.has(cause))
    .toSorted((a, b) => (ms.get(b) ?? 0) - (ms.get(a) ?? 0))
    .map((cause) => `| ${cause} | ${share(ms.get(cause) ?? 0, total)} | ${calls.get(cause) ?? 0} |`);
  const times = latencyMs.map(({ p50, p99, max }) => `${p50.toFixed(1)} / ${p99.toFixed(1)} / ${max.toFixed(1)}`);
  const text = [
    `${slow} of ${answered} answers at ${perSecond.toFixed(0)} a second (${share(slow, answered)}); load ${(loadavg()[0] ?? 0).toFixed(1)}; ` +
      `p50 / p99 / longest of each round in ms: ${times.join(', ')}. Checkpoints: ${checkpoints}.`,
    `Beside a step of a projection: ${share(projectingMs, total)} of the time of slow answers.`,
    '',
    '| Cause | Of the time of slow answers | Largest |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
  return addResult({ directory, name: 'tail.md', head: HEAD }, at, machine, text);
};
