import { DAY_MS, invariant, newId, systemClock } from '@redoubt/kernel';
import { createRule, getRule, openGraph, publishRule, setRuleActive, type NodeGraph } from '@redoubt/services';
import { createLog, type Database, type Log } from '@redoubt/storage';
import { createRingTraffic } from '@redoubt/testing/simulator';
import { loadavg } from 'node:os';
import { createPlace } from '../backtest/make-history.ts';
import { benchCalls, INSTALLATION_KEY, recordPurchase, startDecisions } from '../measure/decisions.ts';
import type { Machine } from '../measure/machine.ts';
import { onOwnDatabase } from '../measure/own-database.ts';
import { appendResults } from '../measure/result-table.ts';
import { storedOf, type Place } from './stored-purchases.ts';
import { median } from '../measure/median.ts';

const TRAFFIC = { seed: 8, rings: 1000, members: 12, households: 30_000, population: 150_000 } as const;
/** Events in the log before anything is measured, of the same people: the graph is as large as that, or as the time allows. */
const STORED = 640_000;
const STORED_DAYS = 85;
const MOST_STORING_MS = 400_000;
const STORED_AT_ONCE = 1000;
const ROUNDS = 3;
const TOGETHER = 900;
const AT_ONCE = 64;

const PLAIN = 'RETURN Review("high") WHEN @"totalAmount" > 1000000';
const QUESTIONS = [
  'Graph.Neighbours("device", @"deviceContext.externalDeviceId", "user", 30, 0) > 200',
  'Graph.HopsToFraud("user", @"user.userId", 90, 4) < 0',
  'Graph.ComponentSize("email", @"user.email", 30, 0) > 249',
];

type Cost = { readonly eventsPerSecond: number; readonly cpuUs: number };

export type GraphLoadFigures = {
  readonly without: Cost;
  readonly withGraph: Cost;
  readonly values: number;
  readonly edges: number;
  /** A start of the node: reading the events of the log into the graph. */
  readonly builtMs: number;
};

type Traffic = ReturnType<typeof createRingTraffic>;
/** Puts a history into the log without deciding it. */
const store = async (log: Log, place: Place, next: Traffic): Promise<void> => {
  const beganMs = performance.now();
  const nowMs = systemClock.now();
  for (let at = 0; at < STORED && performance.now() - beganMs < MOST_STORING_MS; at += STORED_AT_ONCE) {
    const atMs = nowMs - Math.floor((1 - at / STORED) * STORED_DAYS * DAY_MS);
    const events = Array.from({ length: STORED_AT_ONCE }, (_, each) => storedOf(place, next(atMs).body, atMs + each));
    await Promise.all(events.map((event) => log.append(event)));
  }
};

const measure = async (database: Database): Promise<GraphLoadFigures> => {
  const context = await createPlace(database);
  const { tenantId, environmentId } = context;
  const publish = async (name: string, codes: readonly string[]) => {
    const clauses = codes.map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code }));
    const text = { condition: '', clauses, samplePayload: {} };
    const rule = await createRule(context, 'purchase', { name, description: '', text });
    const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
    return publishRule(context, 'purchase', rule.id, input);
  };
  // First in order: without a decision of its own the first rule whose condition holds ends the run.
  const asking = await publish('Asking', [
    PLAIN,
    ...QUESTIONS.map((question) => `RETURN Review("graph") WHEN ${question}`),
  ]);
  await publish('Plain', [PLAIN]);
  const log = createLog(database, { timeoutMs: MOST_STORING_MS });
  const next = createRingTraffic({ ...TRAFFIC, nowMs: systemClock.now() });
  await store(log, { tenantId, environmentId }, next);
  const graph = openGraph(database, log, { installationKey: INSTALLATION_KEY });
  const calls = benchCalls();
  let asked = 0;
  const counted: NodeGraph = {
    ...graph,
    sourceFor: (event) => {
      const source = graph.sourceFor(event);
      return (question) => {
        asked += 1;
        return source(question);
      };
    },
  };
  const { service, plans, velocities } = await startDecisions(database, log, calls, counted);
  const decide = (): Promise<void> => recordPurchase(service, context, next(systemClock.now()).body);
  const send = async (count: number): Promise<void> => {
    const lane = async (): Promise<void> => {
      for (let index = 0; index < count / AT_ONCE; index += 1) await decide();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  const costOf = async (active: boolean): Promise<Cost> => {
    const { version } = await getRule(context, 'purchase', asking.id);
    await setRuleActive(context, 'purchase', asking.id, { version, active });
    await plans.refresh(tenantId);
    await send(TOGETHER / 3);
    const askedBefore = asked;
    const [before, startMs] = [process.cpuUsage(), performance.now()];
    await send(TOGETHER);
    const { user, system } = process.cpuUsage(before);
    const eventsPerSecond = (TOGETHER * 1000) / (performance.now() - startMs);
    invariant(active === asked > askedBefore, 'the graph is asked where the rule is active');
    return { eventsPerSecond, cpuUs: (user + system) / TOGETHER };
  };
  try {
    const beganMs = performance.now();
    await graph.caughtUp();
    const builtMs = performance.now() - beganMs;
    const rounds: Pick<GraphLoadFigures, 'without' | 'withGraph'>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ without: await costOf(false), withGraph: await costOf(true) });
    }
    const middle = (which: 'without' | 'withGraph'): Cost => ({
      eventsPerSecond: median(rounds.map((round) => round[which].eventsPerSecond)),
      cpuUs: median(rounds.map((round) => round[which].cpuUs)),
    });
    const { nodes: values, edges } = graph.statistics();
    return { without: middle('without'), withGraph: middle('withGraph'), values, edges, builtMs };
  } finally {
    calls.close();
    await log.close();
    await velocities.close();
    await graph.close();
  }
};

/** What three questions to the graph cost events over the same path without them, on a database of its own. */
export const measureGraphLoad = (): Promise<GraphLoadFigures> => onOwnDatabase('graph', measure);

const TABLE_HEAD = `# What questions to the graph cost

One line per run of \`npm run bench -- graph-load\`: purchases with rings and households among them, from the body to the stored
answer, 64 under way, with a plain rule and with one that has three clauses besides, which ask the graph. The graph is kept up in both.
The log holds 85 days of the same people before, which the graph is built from first, as after a start. Medians of the rounds; the load
says how much ran beside it.

| Run | Machine | Values / edges | Built from the log in | Without | With three questions | Ratio | Processor time without | With | Load |
|---|---|---|---|---|---|---|---|---|---|
`;

/** Adds a line to the table of all runs; gives it. */
export const saveGraphLoad = (
  directory: string,
  at: string,
  machine: Machine,
  { without, withGraph, values, edges, builtMs }: GraphLoadFigures,
): Promise<string> =>
  appendResults(directory, 'graph-load.md', TABLE_HEAD, [
    [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      `${values.toLocaleString('en-US')} / ${edges.toLocaleString('en-US')}`,
      `${(builtMs / 1000).toFixed(1)} s`,
      `${without.eventsPerSecond.toFixed(0)}/s`,
      `${withGraph.eventsPerSecond.toFixed(0)}/s`,
      `${((withGraph.eventsPerSecond / without.eventsPerSecond) * 100).toFixed(0)} %`,
      `${without.cpuUs.toFixed(0)} µs`,
      `${withGraph.cpuUs.toFixed(0)} µs`,
      (loadavg()[0] ?? 0).toFixed(1),
    ],
  ]);
