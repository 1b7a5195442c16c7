import { readIdentitySettings } from '@redoubt/identity';
import { capabilitiesOf } from '@redoubt/domain';
import { newId, systemClock } from '@redoubt/kernel';
import {
  createList,
  createRule,
  publishRule,
  replaceList,
  replayEverywhere,
  type EnvironmentContext,
} from '@redoubt/services';
import { openDatabase, reachEmbeddedPostgres, silentLogger, type Database } from '@redoubt/storage';
import {
  demonstrationFacts,
  fetchMerchantToken,
  findDamageIn,
  freePort,
  startMerchants,
  type DemonstrationFacts,
} from '@redoubt/testing/durability';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../boot/settings/settings.ts';
import { startServer, type RunningServer } from '../boot/start-server.ts';

const THREADS = 2;
const SUCCESSIVE_CALLS = 60;

let dataDirectory = '';
let server: RunningServer;
let facts: DemonstrationFacts;
let token = '';
let database: Database;

const start = async (): Promise<RunningServer> => {
  const variables = {
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    REDOUBT_DATA: dataDirectory,
    REDOUBT_DEMO_HISTORY: 'false',
    ANSWERING_THREADS: String(THREADS),
    LOG_LEVEL: 'silent',
    DRAIN_SECONDS: '1',
  };
  return startServer({
    settings: readSettings(variables),
    identitySettings: readIdentitySettings(variables),
    log: pino({ level: 'silent' }),
    progress: () => undefined,
  });
};

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-threads-'));
  server = await start();
  facts = await demonstrationFacts(dataDirectory);
  token = await fetchMerchantToken(facts, server.origin);
  const reached = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
  database = await openDatabase({ server: reached.server, log: silentLogger });
}, 240_000);
afterAll(async () => {
  await server.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const context = (): EnvironmentContext => ({
  database,
  clock: systemClock,
  tenantId: facts.tenantId,
  environmentId: facts.environmentId,
  actor: { kind: 'system', id: 'test', name: 'Test' },
  correlationId: newId(),
  capabilities: capabilitiesOf(['ProductAdmin'], 'Standard'),
});

/** A rule of one clause, in force on every thread. */
const publish = async (name: string, code: string): Promise<void> => {
  const text = { condition: '', clauses: [{ id: newId(), name, code }], samplePayload: {} };
  const { id, version } = await createRule(context(), 'purchase', { name, description: '', text });
  const input = { version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context(), 'purchase', id, input);
  await server.threads?.caughtUp();
};

type Answer = { readonly status: number; readonly isRepeat: boolean; readonly text: string };

/** A purchase over a connection of its own, which the system gives to any of the threads. */
const send = (purchase: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const at = new Date().toISOString();
    const call = request(`${server.origin}/v1.0/MerchantServices/events/Purchase`, {
      method: 'POST',
      agent: new Agent({ keepAlive: false }),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-ms-dfpenvid': facts.environmentId,
      },
    });
    call.on('response', (response) => {
      const isRepeat = response.headers['x-redoubt-answered-before'] === 'true';
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, isRepeat, text }));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(
      JSON.stringify({
        merchantLocalDate: at,
        totalAmount: 20,
        _metadata: { trackingId: 'test', merchantTimeStamp: at },
        ...purchase,
      }),
    );
  });

const outputOf = ({ text }: Answer, rule: string): Readonly<Record<string, string>> | undefined =>
  (JSON.parse(text) as { resultDetails: { MerchantRuleOutput: Record<string, Record<string, string>> } }).resultDetails
    .MerchantRuleOutput[rule];

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
};

describe('a node with answering threads', () => {
  it('hands on everything that is no event, and knows who asks', async () => {
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(200);
    const claimed = { headers: { 'x-forwarded-for': '127.0.0.1' } };
    expect((await fetch(`${server.origin}/metrics`, claimed)).status).toBe(401);
    const unknown = await fetch(`${server.origin}/v1.0/MerchantServices/nothing`);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('There is no such address')]);
  });

  it('stores an id once, whichever threads get it, and counts what each of them decided', async () => {
    const before = await metric('redoubt_log_events');
    const ids = Array.from({ length: 12 }, () => newId());
    for (const purchaseId of ids) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => send({ purchaseId })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ isRepeat }) => isRepeat)).toHaveLength(3);
    }
    expect((await metric('redoubt_log_events')) - before).toBe(ids.length);
    await delay(500);
    expect(await metric('redoubt_decisions_total')).toBeGreaterThanOrEqual(4 * ids.length);
    expect(await metric('redoubt_public_call_seconds_count')).toBeGreaterThanOrEqual(4 * ids.length);
    expect(await metric('redoubt_answering_left_events')).toBe(0);
  });

  it('never lets a call miss what was answered before, on whatever thread, and replays what it decided', async () => {
    await publish('Tries', 'OBSERVE Output(tries = Velocity.purchasesPerEmail(@"user.email", 1d))');
    const email = `${newId()}@shop.example`;
    const purchase = (purchaseId: string) => send({ purchaseId, user: { email, userId: email } });
    const ids = Array.from({ length: SUCCESSIVE_CALLS }, () => newId());
    const tries: unknown[] = [];
    for (const id of ids) tries.push(outputOf(await purchase(id), 'Tries')?.['tries']);
    expect(tries).toEqual(ids.map((_, index) => String(index)));
    const replayed = await Promise.all(ids.map((id) => replayEverywhere(database, id)));
    expect(await metric('redoubt_answering_asked_events')).toBeLessThan(ids.length / 2);
    expect(replayed.flat().map((each) => ('difference' in each ? each.difference : each))).toEqual(ids.map(() => null));
  });

  it('looks up in the newest content of a list on every thread, also on one that was replaced', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => `customer${at}@shop.example,first`);
    const file = (changed: readonly string[]) => Readable.from([Buffer.from(`Key,Kind\n${changed.join('\n')}\n`)]);
    const list = await createList(context(), { name: 'Customers', description: '', stream: file(rows) });
    await publish('Kinds', 'OBSERVE Output(kind = Lookup("Customers", "Key", @"user.email", "Kind", "none"))');
    const kinds = async () => {
      const emails = Array.from({ length: 8 }, (_, at) => `Customer${at + 4990}@shop.example`);
      const answers = await Promise.all(
        [...emails, 'nobody@shop.example'].map((email) =>
          send({ purchaseId: newId(), user: { email, userId: email } }),
        ),
      );
      return answers.map((answer) => outputOf(answer, 'Kinds')?.['kind']);
    };
    expect(await kinds()).toEqual([...Array.from({ length: 8 }, () => 'first'), 'none']);
    const second = rows.map((row, at) => (at >= 4990 ? row.replace('first', 'second') : row));
    await replaceList(context(), list.id, { version: list.version, stream: file(second) });
    await server.threads?.caughtUp();
    expect(await kinds()).toEqual([...Array.from({ length: 8 }, () => 'second'), 'none']);
    for (let number = 0; number < THREADS; number += 1) await server.threads?.crash(number);
    await expect.poll(() => metric('redoubt_answering_thread_restarts'), { timeout: 60_000 }).toBe(THREADS);
    await expect.poll(async () => kinds().catch(() => []), { timeout: 60_000 }).toContain('second');
    expect(new Set(await kinds())).toEqual(new Set(['second', 'none']));
  });

  it('replaces a thread that crashes under load, and loses no acknowledged event', async () => {
    const merchants = await startMerchants({ facts, origin: server.origin, count: 12, seed: 7 });
    for (let crash = 0; crash < 4; crash += 1) {
      await merchants.nextAnswer();
      await delay(300);
      await server.threads?.crash(crash % THREADS);
      await merchants.nextAnswer();
    }
    await delay(3000);
    expect(await metric('redoubt_answering_thread_restarts')).toBe(4 + THREADS);
    await merchants.stop();
    // What was decided meanwhile is answered before the log closes.
    const last = Promise.all(Array.from({ length: 8 }, () => send({ purchaseId: newId() })));
    await delay(5);
    await database.close();
    await server.drain();
    await server.stop();
    expect((await last).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await findDamageIn(dataDirectory, facts, merchants)).toEqual([]);
  }, 240_000);
});
