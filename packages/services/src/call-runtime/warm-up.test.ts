import { fixedClock, newId } from '@redoubt/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExternalCalls } from './external-calls.ts';
import { answerJson, startHostileServer } from './testing-server.ts';

const TENANT = newId();
const NOW_MS = Date.UTC(2026, 2, 14);
let server: Awaited<ReturnType<typeof startHostileServer>>;

beforeAll(async () => {
  server = await startHostileServer({
    '/alive': answerJson({}),
    '/down': answerJson({}, 503),
    '/score': answerJson({ score: 1 }),
  });
});
afterAll(() => server.close());

const made = (warmUpPath?: string) => ({
  tenantId: TENANT,
  call: {
    id: newId(),
    name: 'score',
    definition: {
      method: 'GET',
      url: `${server.origin}/score`,
      contentType: 'json',
      parameters: [],
      configurations: [],
      headers: [{ name: 'x-secret', value: 'never sent', secret: false }],
      body: null,
      authentication: { kind: 'anonymous' },
      timeoutMs: 5000,
      defaultResponse: null,
      ...(warmUpPath === undefined ? {} : { warmUpUrl: `${server.origin}${warmUpPath}` }),
    },
  } as const,
});

const create = () =>
  createExternalCalls({
    installationKey: 'the key of a test',
    allowed: ['127.0.0.1'],
    clock: fixedClock(NOW_MS),
    monotonicMs: () => performance.now(),
    count: () => {
      throw new Error('nobody called');
    },
  });

describe('keeping connections open', () => {
  it('asks without anything of the call, and remembers what came of it', async () => {
    const { warmUps, close } = create();
    const [alive, down, none] = [made('/alive'), made('/down'), made()];
    const before = server.seen.length;
    await warmUps.round([alive, down, none]);
    const asked = server.seen.slice(before);
    expect(asked.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(['GET /alive', 'GET /down']);
    expect(asked.every(({ headers }) => headers['x-secret'] === undefined)).toBe(true);
    expect(warmUps.last(TENANT, alive.call.id)).toEqual({ atMs: NOW_MS, error: '' });
    expect(warmUps.last(TENANT, down.call.id)?.error).toContain('503');
    expect(warmUps.last(TENANT, none.call.id)).toBeNull();
    close();
  });

  it('leaves alone what rules have just called', async () => {
    const { warmUps, close } = create();
    const alive = made('/alive');
    warmUps.used(TENANT, alive.call.id);
    const before = server.seen.length;
    await warmUps.round([alive]);
    expect(server.seen).toHaveLength(before);
    await warmUps.round([alive]);
    expect(server.seen).toHaveLength(before + 1);
    close();
  });

  it('refuses addresses that may not be called', async () => {
    const { warmUps, close } = create();
    expect(await warmUps.test('http://10.0.0.1/')).toContain('https://');
    expect(await warmUps.test('https://10.0.0.1/')).toContain('may not be called');
    expect(await warmUps.test('no address')).toBe('is no address');
    close();
  });
});
