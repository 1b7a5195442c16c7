import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, newId } from '@redoubt/kernel';
import { createRule, publishRule, type EnvironmentContext } from '@redoubt/services';
import { createLog, reachEmbeddedPostgres, silentLogger, type Database } from '@redoubt/storage';
import { runAsAdmin } from '@redoubt/testing/database';
import type { DemonstrationFacts } from '@redoubt/testing/durability';
import { percentile } from '../cases/percentile.ts';
import { createBodies } from '../load/bodies.ts';
import { startGenerator } from '../load/generator.ts';
import type { Machine } from '../measure/machine.ts';
import { untilCaughtUp } from '../measure/metrics.ts';
import { appendFigures } from '../measure/result-table.ts';
import { besideServer } from '../targets/publish-plan.ts';
import { startRedoubt, type RedoubtTarget } from '../targets/redoubt.ts';
import { besideReader, type Reload } from './beside-reader.ts';
import { sizesOf, sumsOf } from './digest.ts';
import { measureFreshness, type Freshness } from './freshness.ts';
import { copyDay } from './copy-day.ts';
import { eventsOfDay, type NamedRule, type Place, type Traffic } from './many-events.ts';
import {
  askerIn,
  forgetting,
  LEAST_ROUNDS,
  questionsOf,
  READER,
  reloading,
  timeQuestions,
  WRITER,
  type QuestionFigures,
} from './many-reports.ts';

const DAYS = 60;
const RULES = 30;
/** Purchases of a day, and days, that take both ways. */
const SAMPLE = 2_000;
const SAMPLE_DAYS = 3;
const ROUNDS = 20;
const IN_FLIGHT = 2000;
const PER_SECOND = 500;
const FRESH_SECONDS = 30;
const CATCH_UP_MS = 300_000;
const BODIES = 20_000;
const RELOAD_EVERY_MS = 1000;
/** A report reads at most half a million single events. */
const MOST_SINGLE = 450_000;

type Facts = DemonstrationFacts & { readonly signInLink: string };

export type ReportLoadFigures = {
  readonly purchases: number;
  readonly later: number;
  readonly seedSeconds: number;
  /** Tables whose sums differ between the sample by the log and the sample by seeding. */
  readonly unlike: readonly string[];
  readonly sampleRows: number;
  readonly tables: Awaited<ReturnType<typeof sizesOf>>;
  readonly questions: readonly QuestionFigures[];
  readonly freshness: Freshness;
  readonly rounds: readonly Reload[];
};

export type ReportLoadOptions = {
  readonly events: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly say: (text: string) => void;
};

const publishRules = async (context: EnvironmentContext): Promise<readonly NamedRule[]> => {
  const rules: NamedRule[] = [];
  for (let at = 0; at < RULES; at += 1) {
    const name = `Bench rule ${String(at + 1).padStart(2, '0')}`;
    const names = at < RULES / 2 ? ['Clause 1', 'Clause 2'] : ['Watch'];
    const clauses = names.map((each) => ({
      id: newId(),
      name: each,
      code:
        each === 'Watch'
          ? 'OBSERVE Output(seen = 1) WHEN @"totalAmount" > 1000000'
          : 'RETURN Review("bench") WHEN @"totalAmount" > 1000000',
    }));
    const text = { condition: '', clauses, samplePayload: {} };
    const { id, version } = await createRule(context, 'purchase', { name, description: '', text });
    const input = { version, name, description: '', active: true, note: '', overwrite: false };
    await publishRule(context, 'purchase', id, input);
    rules.push({ id, name });
  }
  return rules;
};

/** Sends days of events by the log and waits for the projectors of the server. */
const appendDays = async (
  database: Database,
  { origin }: RedoubtTarget,
  place: Place,
  traffic: Traffic,
  days: number,
): Promise<{ readonly purchases: number; readonly later: number }> => {
  const log = createLog(database);
  let [purchases, all] = [0, 0];
  try {
    for (let day = 0; day < days; day += 1) {
      for (const stories of eventsOfDay(place, traffic, day)) {
        const events = stories.flat();
        purchases += stories.length;
        all += events.length;
        for (let at = 0; at < events.length; at += IN_FLIGHT) {
          await Promise.all(events.slice(at, at + IN_FLIGHT).map((event) => log.append(event)));
        }
      }
    }
  } finally {
    await log.close();
  }
  if ((await untilCaughtUp(origin, CATCH_UP_MS)) === null) throw new Error('projectors do not catch up');
  return { purchases, later: all - purchases };
};

/** Days of events by the log, and one of them copied: tables whose rows differ. */
const unlikeSums = async (
  database: Database,
  target: RedoubtTarget,
  traffic: Traffic,
): Promise<{ readonly unlike: readonly string[]; readonly rows: number }> => {
  const place = (): Place => ({ tenantId: newId(), environmentId: newId() });
  const [logged, copied] = [place(), place()];
  await appendDays(database, target, logged, traffic, SAMPLE_DAYS);
  await appendDays(database, target, copied, traffic, 1);
  await copyDay(database, copied.tenantId, SAMPLE_DAYS, () => undefined);
  const [one, other] = [await sumsOf(database, logged.tenantId), await sumsOf(database, copied.tenantId)];
  return {
    unlike: one.flatMap(({ table, rows, hash }, at) => (rows > 0 && hash === other[at]?.hash ? [] : [table])),
    rows: one.reduce((sum, { rows }) => sum + rows, 0),
  };
};

const seed = async (context: EnvironmentContext, target: RedoubtTarget, options: ReportLoadOptions) => {
  const { database, tenantId, environmentId } = context;
  const rules = await publishRules(context);
  const fromMs = Math.floor(Date.now() / DAY_MS - DAYS) * DAY_MS;
  const { unlike, rows } = await unlikeSums(database, target, { events: SAMPLE, fromMs, rules });
  options.say(
    `  ${SAMPLE_DAYS} days by the log and copied: ${unlike.length === 0 ? 'the same rows' : unlike.join(', ')}`,
  );
  const startMs = performance.now();
  const place = { tenantId, environmentId };
  const day = await appendDays(database, target, place, { events: Math.ceil(options.events / DAYS), fromMs, rules }, 1);
  options.say(`  ${day.purchases} purchases of a day by the log`);
  await copyDay(database, tenantId, DAYS, options.say);
  const seedSeconds = (performance.now() - startMs) / 1000;
  // As autovacuum leaves them some minutes later.
  const { server, release } = await reachEmbeddedPostgres({ dataDirectory: target.dataDirectory, log: silentLogger });
  try {
    await runAsAdmin(server, 'redoubt', 'vacuum analyze');
  } finally {
    await release();
  }
  options.say('  analysed');
  return {
    purchases: day.purchases * DAYS,
    later: day.later * DAYS,
    seedSeconds,
    unlike,
    sampleRows: rows,
    tables: await sizesOf(database),
  };
};

/** Reports over millions of events: their questions, how soon they count an event, and what reading them costs decisions. */
export const measureReportLoad = async (
  options: ReportLoadOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<ReportLoadFigures> => {
  const target = keep(await startRedoubt([]));
  const facts = JSON.parse(await readFile(join(target.dataDirectory, 'demo.json'), 'utf8')) as Facts;
  const seeded = await besideServer(target.dataDirectory, facts, (context) => seed(context, target, options));
  const singleDays = Math.min(DAYS, Math.max(1, Math.floor((MOST_SINGLE * DAYS) / options.events)));
  const questions = questionsOf(Date.now(), DAYS, singleDays);
  // Signed in anew for each part: a token of a person does not outlast one before it.
  const [asked, forget] = [await askerIn(facts, READER), forgetting(await askerIn(facts, WRITER))];
  const timed = await timeQuestions(questions, asked, forget, ROUNDS, options.say);
  for (const { page, what, ms } of timed) options.say(`  ${page}: ${what}: p95 ${percentile(ms, 0.95).toFixed(0)} ms`);

  const asker = await askerIn(facts, READER);
  const days = [-1, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));
  const count = async (): Promise<number> => {
    const body = { assessment: 'purchase', from: days[0], to: days[1], measures: ['events'] };
    const answer = (await asker('POST', 'reports/query', body)) as {
      readonly total: { readonly total: { readonly counts: { readonly events?: number } } };
    };
    return answer.total.total.counts.events ?? 0;
  };
  const load = { port: target.port, headers: target.headers, seconds: FRESH_SECONDS, perSecond: PER_SECOND };
  const freshness = await measureFreshness({ ...load, bodies: createBodies(1000, Date.now()) }, count);
  options.say(
    `  fresh after p50 ${percentile(freshness.ms, 0.5).toFixed(0)} ms, p99 ${percentile(freshness.ms, 0.99).toFixed(0)} ms`,
  );

  const generator = keep(await startGenerator(BODIES));
  const summary = questions.filter(({ page }) => page === 'summary');
  const rounds = await besideReader(
    target,
    async () => reloading(summary, await askerIn(facts, READER), RELOAD_EVERY_MS),
    generator,
    options,
  );
  return { ...seeded, questions: timed, freshness, rounds };
};

const SECTION = {
  file: 'reports.md',
  title: '# Reports',
  heading: 'Ten million events',
  head: `Lines per run of \`npm run bench -- report-load\`: the server of \`npm start\` with its projections and jobs, on a database of its own,
with purchases of ${DAYS} days (${RULES} rules, 5 currencies, 8 report fields drawn independently) and labels and chargebacks of
three in a hundred. One day goes over the log and the projectors of the server; the rows that they made are written again for each of the other
days, times moved by whole days. Of ${SAMPLE_DAYS} days of ${SAMPLE.toLocaleString('en-US')} purchases every row that is copied so must be the one that the log gives. Questions are those of the pages, over HTTP, by a person who signed in;
p50 and p95 of ${ROUNDS} answers that are worked out, of those that take long of at least ${LEAST_ROUNDS} (then p95 is the longest). Fresh: from the answer to an event until a report asked every 50 ms counts it. The reader draws the summary (six questions at once) every second, in stretches that take turns with stretches without, under
one load that goes on.

| Run | Machine | What | Figure | Load |
|---|---|---|---|---|
`,
} as const;

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Adds lines to the table of all runs; gives them. */
export const saveReportLoad = (
  directory: string,
  at: string,
  machine: Machine,
  figures: ReportLoadFigures,
): Promise<string> => {
  const { purchases, later, seedSeconds, unlike, sampleRows, tables, questions, freshness, rounds } = figures;
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
  const shares = rounds.map(({ without, beside }) => beside / without);
  const lines: readonly (readonly [string, string])[] = [
    ['purchases, labels and chargebacks', `${whole(purchases)} and ${whole(later)}, seeded in ${whole(seedSeconds)} s`],
    [
      'sample by the log against seeded',
      `${whole(sampleRows)} rows, ${unlike.length === 0 ? 'the same' : unlike.join(', ')}`,
    ],
    ...tables.map(({ table, rows, bytes }): [string, string] => [
      table,
      `${whole(rows)} rows, ${whole(bytes / 1e6)} MB`,
    ]),
    ...questions.map(({ page, what, ms }): [string, string] => [
      `${page}: ${what}`,
      `p50 ${whole(percentile(ms, 0.5))} ms, p95 ${whole(percentile(ms, 0.95))} ms`,
    ]),
    [
      `fresh, ${freshness.perSecond} events a second`,
      `p50 ${whole(percentile(freshness.ms, 0.5))} ms, p99 ${whole(percentile(freshness.ms, 0.99))} ms, ${whole(freshness.events)} events`,
    ],
    [
      'decisions a second, alone and beside the reader',
      `${whole(median(rounds.map(({ without }) => without)))} and ${whole(median(rounds.map(({ beside }) => beside)))}, share ${median(shares).toFixed(3)} of ${rounds.length} rounds (${shares.map((share) => share.toFixed(2)).join(', ')})`,
    ],
    [
      'calls without a decision there, alone and beside the reader',
      [0, 1].map((at) => rounds.reduce((sum, { failed }) => sum + (failed[at] ?? 0), 0)).join(' and '),
    ],
    ['the summary drawn under that load', `p50 ${whole(median(rounds.flatMap(({ ms }) => ms)))} ms`],
  ];
  return appendFigures(directory, SECTION, { at, machine }, lines);
};
