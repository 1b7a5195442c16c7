import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import {
  demonstrationFacts,
  endAll,
  fetchMerchantToken,
  freePort,
  spawnServer,
  untilReady,
  type ServerProcess,
} from '@redoubt/testing/durability';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const CALLERS = 16;
const EMAIL = 'told.to.nobody@mailbox.example';

let dataDirectory = '';
let server: ServerProcess;

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-drain-'));
});
afterEach(async () => {
  await endAll(dataDirectory, server);
  await rm(dataDirectory, { recursive: true, force: true });
});

type Answer = { readonly status: number; readonly endsConnection: boolean };

const linesOf = (output: string): readonly Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a server that a supervisor stops', () => {
  it('says first that it is not ready, answers meanwhile, resets no connection, and writes JSON alone', async () => {
    const variables = { DRAIN_SECONDS: '3', LOG_LEVEL: 'debug' };
    server = spawnServer({ dataDirectory, port: await freePort(), variables });
    await untilReady(server);
    const facts = await demonstrationFacts(dataDirectory);
    const { origin } = server;
    const accessToken = await fetchMerchantToken(facts, origin);
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

    const send = (): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const now = new Date().toISOString();
        const { user } = PURCHASE_SAMPLE as { user: object };
        const body = JSON.stringify({
          ...PURCHASE_SAMPLE,
          purchaseId: newId(),
          merchantLocalDate: now,
          user: { ...user, email: EMAIL },
          _metadata: { trackingId: newId(), merchantTimeStamp: now },
        });
        const headers = {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          'x-ms-dfpenvid': facts.environmentId,
        };
        const call = request(`${origin}/v1.0/MerchantServices/events/Purchase`, { method: 'POST', agent, headers });
        call.on('response', (response) => {
          response
            .resume()
            .on('end', () =>
              resolve({ status: response.statusCode ?? 0, endsConnection: response.headers.connection === 'close' }),
            );
          response.on('error', reject);
        });
        call.on('error', reject);
        call.end(body);
      });

    // What stands in front: it asks now and then, and sends nothing more to a node that is not ready.
    let isReady = true;
    let words = '';
    const answers: Answer[] = [];
    const callers = Array.from({ length: CALLERS }, async () => {
      while (isReady) answers.push(await send());
    });
    while (answers.length < 100) await delay(20);
    const ended = server.stop();
    while (isReady) {
      await delay(100);
      const state = await fetch(`${origin}/readyz`, { headers: { connection: 'close' } });
      words = await state.text();
      // Slower to notice than the node is to say so: what is sent meanwhile is answered all the same.
      if (!state.ok) await delay(500);
      isReady = state.ok;
    }
    await Promise.all(callers);
    expect(words).toContain('The server is stopping.');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.some(({ endsConnection }) => endsConnection)).toBe(true);
    expect(answers[0]?.endsConnection).toBe(false);
    expect(await ended).toBe(0);
    agent.destroy();

    const output = server.output();
    const lines = linesOf(output);
    const messages = lines.map(({ msg }) => msg);
    expect(messages).toEqual(expect.arrayContaining(['started', 'stopping: not ready from now on', 'stopped']));
    const calls = lines.filter(({ msg, path }) => msg === 'call' && String(path).includes('events/Purchase'));
    expect(calls).toHaveLength(answers.length);
    expect(calls[0]).toMatchObject({ method: 'POST', status: 200, correlationId: expect.any(String) });
    expect(output).not.toContain(EMAIL);
    expect(output).not.toContain(accessToken);
  }, 120_000);
});
