import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoopbackService } from './loopback-service.ts';
import { startReputationService } from './reputation-service.ts';

let service: LoopbackService;
beforeAll(async () => {
  service = await startReputationService(0);
});
afterAll(() => service.close());

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, init);
  return [answer.status, await answer.json()];
};

describe('the partner of the demonstration', () => {
  it.each([
    ['quick@Throwaway.example', { domain: 'throwaway.example', kind: 'disposable', score: 900 }],
    ['nora@mailbox.example', { domain: 'mailbox.example', kind: 'free', score: 150 }],
    ['nora@elsewhere.example', { domain: 'elsewhere.example', kind: 'unknown', score: 400 }],
  ])('knows %s by its domain', async (email, known) => {
    expect(await ask(`/email-reputation?email=${encodeURIComponent(email)}`)).toEqual([200, known]);
  });

  it('answers nothing else', async () => {
    expect(await ask('/email-reputation')).toMatchObject([400, {}]);
    expect(await ask('/email-reputation?email=a@b.example', { method: 'POST' })).toMatchObject([404, {}]);
    expect(await ask('/')).toMatchObject([404, {}]);
  });

  it('answers no browser that another name led to it', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: `rebound.example:${service.port}` };
      const asked = request({ port: service.port, host: '127.0.0.1', path: '/email-reputation?email=a@b.c', headers });
      asked
        .on('response', (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });
});
