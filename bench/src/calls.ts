import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { createExternalCall, createRule, getRule, publishRule, setRuleActive } from '@redoubt/services';
import { createLog, openDatabase, silentLogger, startEmbeddedPostgres, type Database } from '@redoubt/storage';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlace } from './backtest/make-history.ts';
import { benchCalls, recordPurchase, startDecisions } from './measure/decisions.ts';
import type { Machine } from './measure/machine.ts';
import { appendResults } from './measure/result-table.ts';
import { median } from './measure/median.ts';

const ROUNDS = 3;
/** Events one after the other, whose time is measured, and many at once, whose processor time is. */
const ALONE = 400;
const AT_ONCE = 64;
const TOGETHER = 64 * AT_ONCE;

/** Answers at once and says on GET how often, in a process of its own, so that its processor time is not ours. */
const PARTNER = `let served = 0; require('node:http').createServer((q, a) => q.resume().on('end', () => a.writeHead(200).end(
    q.method === 'GET' ? String(served) : (served += 1, '{"score":1}'))))
  .listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)); })`;

/** What one event costs: its time where nothing else happens, and its processor time under load. */
type Cost = { readonly ms: number; readonly cpuUs: number };

export type CallFigures = { readonly without: Cost; readonly withCall: Cost };

const measure = async (database: Database, port: string): Promise<CallFigures> => {
  const context = await createPlace(database);
  const { tenantId } = context;
  const calls = benchCalls();
  await createExternalCall(context, calls, {
    name: 'partner',
    description: '',
    definition: {
      method: 'POST',
      url: `http://127.0.0.1:${port}/`,
      contentType: 'json',
      parameters: [{ name: 'user', sample: '' }],
      configurations: [],
      headers: [],
      body: null,
      authentication: { kind: 'anonymous' },
      timeoutMs: 5000,
      defaultResponse: { score: -1 },
    },
    sampleResponse: null,
    secrets: {},
  });
  const publish = async (name: string, code: string) => {
    const text = { condition: '', clauses: [{ id: newId(), name: 'Clause 1', code }], samplePayload: {} };
    const rule = await createRule(context, 'purchase', { name, description: '', text });
    const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
    return publishRule(context, 'purchase', rule.id, input);
  };
  // The first rule whose condition holds ends the run: the one that calls comes first, and the other has its place while it is off.
  const calling = await publish('Calling', 'RETURN Review("low") WHEN External.partner(@"user.userId").score != 1');
  await publish('Plain', 'RETURN Review("high") WHEN @"totalAmount" > 1000000');
  const served = async (): Promise<number> => Number(await (await fetch(`http://127.0.0.1:${port}/`)).text());
  const log = createLog(database);
  const { service, plans, velocities } = await startDecisions(database, log, calls);
  const decide = (): Promise<void> => recordPurchase(service, context, { ...PURCHASE_SAMPLE, purchaseId: newId() });
  const costOf = async (active: boolean): Promise<Cost> => {
    const { version } = await getRule(context, 'purchase', calling.id);
    await setRuleActive(context, 'purchase', calling.id, { version, active });
    await plans.refresh(tenantId);
    const servedBefore = await served();
    for (let index = 0; index < ALONE; index += 1) await decide();
    const times: number[] = [];
    for (let index = 0; index < ALONE; index += 1) {
      const startMs = performance.now();
      await decide();
      times.push(performance.now() - startMs);
    }
    const before = process.cpuUsage();
    const send = async (): Promise<void> => {
      for (let index = 0; index < TOGETHER / AT_ONCE; index += 1) await decide();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    const { user, system } = process.cpuUsage(before);
    const made = (await served()) - servedBefore;
    const wanted = active ? 2 * ALONE + TOGETHER : 0;
    if (made !== wanted) throw new Error(`${made} calls were made, not ${wanted}`);
    return { ms: median(times), cpuUs: (user + system) / TOGETHER };
  };
  const rounds: CallFigures[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ without: await costOf(false), withCall: await costOf(true) });
    }
  } finally {
    calls.close();
    await log.close();
    await velocities.close();
  }
  const middle = (which: keyof CallFigures): Cost => ({
    ms: median(rounds.map((round) => round[which].ms)),
    cpuUs: median(rounds.map((round) => round[which].cpuUs)),
  });
  return { without: middle('without'), withCall: middle('withCall') };
};

/** What one external call costs over the same path without it, on a database of its own. */
export const measureCalls = async (): Promise<CallFigures> => {
  const partner = spawn(process.execPath, ['-e', PARTNER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-calls-'));
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  try {
    const [port] = (await once(partner.stdout, 'data')) as [Buffer];
    const database = await openDatabase({ server, databaseName: 'bench_calls', log: silentLogger });
    try {
      return await measure(database, port.toString());
    } finally {
      await database.close();
    }
  } finally {
    partner.kill();
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};

const TABLE_HEAD = `# What an external call costs

One line per run of \`npm run bench -- calls\`: the same purchase through the same path, from the shaped body to the stored
answer, with a rule that makes no call and with one that calls a service on this machine which answers at once. Times
are the median of events one after the other; processor time is that of this process with 64 events under way. The
median of the rounds; the load says how much ran beside it. The service counts the calls: a run without the right number fails.

Run 2026-11-21-55e8b9f was withdrawn: the rule without a call stood first and ended each run, so no call was made.

| Run | Machine | Without | With a call | Processor time without | With | Load |
|---|---|---|---|---|---|---|
`;

/** Adds a line to the table of all runs; gives it. */
export const saveCalls = async (
  directory: string,
  at: string,
  machine: Machine,
  { without, withCall }: CallFigures,
): Promise<string> => {
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    `${without.ms.toFixed(2)} ms`,
    `${withCall.ms.toFixed(2)} ms`,
    `${without.cpuUs.toFixed(0)} µs`,
    `${withCall.cpuUs.toFixed(0)} µs`,
    (loadavg()[0] ?? 0).toFixed(1),
  ];
  return appendResults(directory, 'calls.md', TABLE_HEAD, [cells]);
};
