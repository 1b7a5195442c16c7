import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, systemClock } from '@redoubt/kernel';
import {
  createList,
  createRule,
  createTenantSourceLoader,
  createTextCompiler,
  PlanRegistry,
  publishRule,
} from '@redoubt/services';
import { openDatabase, silentLogger, startEmbeddedPostgres, type Database } from '@redoubt/storage';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createPlace } from './backtest/make-history.ts';
import type { Machine } from './measure/machine.ts';

/** The longest time that nothing else could happen in the process, in milliseconds, by what was asked of it. */
export type StallFigures = Readonly<Record<string, number>>;

const stallOf = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
};

const PUBLISHING = { description: '', active: true, note: '', overwrite: true };
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 2000));

/** Rules as large as the checker takes them, by what is large in them. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  '200 patterns': [
    Array.from({ length: 200 }, (_unused, at) => `Patterns.IsRegexMatch("^(a${at}|b){1,40}$", @"a")`).join(' or '),
  ],
  '18,000 expressions': Array.from({ length: 6 }, (_clause, clause) =>
    Array.from({ length: 1000 }, (_unused, at) => `@"a${clause}x${at}" == ${at}`).join(' or '),
  ),
};

/** A file of 19 MB. */
const file = (): Readable => {
  const rows = Array.from({ length: 4000 }, (_unused, at) => `value${at},reason ${at},text of ${at}\n`).join('');
  return Readable.from([Buffer.from('Key,Reason,Text\n'), ...Array<Buffer>(130).fill(Buffer.from(rows))]);
};

const measure = async (database: Database): Promise<StallFigures> => {
  const texts = createTextCompiler();
  const context = { ...(await createPlace(database)), texts };
  const plans = new PlanRegistry({
    load: createTenantSourceLoader(database, systemClock),
    texts,
    onLeftOut: (_tenant, [unit]) => {
      if (unit) throw new Error(unit.message);
    },
  });
  await plans.refresh(context.tenantId);
  const figures: Record<string, number> = { nothing: await stallOf(pause) };
  for (const [name, conditions] of Object.entries(RULES)) {
    const clauses = conditions.map((condition, at) => ({
      id: newId(),
      name: `C${at}`,
      code: `RETURN Reject("r") WHEN ${condition}`,
    }));
    const text = { condition: '', clauses, samplePayload: PURCHASE_SAMPLE };
    const rule = await createRule(context, 'purchase', { name, description: '', text });
    const input = { ...PUBLISHING, version: rule.version, name };
    figures[`publishing ${name}`] = await stallOf(() => publishRule(context, 'purchase', rule.id, input));
    figures[`loading ${name}`] = await stallOf(() => plans.refresh(context.tenantId));
  }
  const upload = { name: 'Long', description: '', stream: file() };
  figures['a list of 19 MB'] = await stallOf(() => createList(context, upload));
  await texts.close();
  return figures;
};

/** How long what is sent from the console holds everything else up, on a database of its own. */
export const measureStalls = async (): Promise<StallFigures> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-stalls-'));
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  try {
    const database = await openDatabase({ server, databaseName: 'bench_stalls', log: silentLogger });
    try {
      return await measure(database);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

const HEAD = `# The longest stall

One block per run of \`npm run bench -- stalls\`: the longest delay of the event loop while one large request of the console is
worked on, beside the longest in two seconds in which nothing was asked. The load says how much ran beside it.
`;

/** Adds a block to the results of all runs; gives it. */
export const saveStalls = async (
  directory: string,
  at: string,
  machine: Machine,
  figures: StallFigures,
): Promise<string> => {
  const rows = Object.entries(figures).map(([what, ms]) => `| ${what} | ${ms.toFixed(1)} ms |`);
  const run = `${at.slice(0, 10)}-${machine.commit}, ${machine.cores} × ${machine.cpu}, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  const block = `\n## ${run}\n\n| While | Longest stall |\n|---|---|\n${rows.join('\n')}\n`;
  const path = join(directory, 'stalls.md');
  await mkdir(directory, { recursive: true });
  const isThere = await readFile(path, 'utf8').then(
    () => true,
    () => false,
  );
  if (!isThere) await writeFile(path, HEAD);
  await appendFile(path, block);
  return block;
};
