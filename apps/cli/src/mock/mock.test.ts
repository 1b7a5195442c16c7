import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusal, startFakeApi, type FakeApi } from '../testing/fake-api.ts';
import { runCli } from '../testing/run-cli.ts';
import { createLatencyWindow } from './latency-window.ts';
import { createTokenBucket } from './token-bucket.ts';

describe('token bucket', () => {
  it('never gives more than the rate allows and loses nothing when asked in time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 200 }), (rate, count) => {
        const bucket = createTokenBucket(rate, 0);
        let nowMs = 0;
        for (let index = 0; index < count; index += 1) nowMs += bucket.take(nowMs);
        expect(nowMs).toBeCloseTo(((count - 1) * 1000) / rate, 6);
      }),
    );
  });

  it('does not catch up in a burst after a pause', () => {
    const bucket = createTokenBucket(10, 0);
    expect(bucket.take(5000)).toBe(0);
    expect(bucket.take(5000)).toBe(100);
  });
});

describe('latency window', () => {
  it('gives percentiles by nearest rank over the newest values', () => {
    const window = createLatencyWindow(100);
    expect(window.percentile(0.5)).toBeNull();
    for (let value = 1; value <= 200; value += 1) window.add(value);
    expect(window.percentile(0.5)).toBe(150);
    expect(window.percentile(0.99)).toBe(199);
    expect(window.percentile(1)).toBe(200);
  });
});

describe('redoubt mock', () => {
  let api: FakeApi;
  let directory: string;
  beforeEach(async () => {
    api = await startFakeApi();
    directory = await mkdtemp(join(tmpdir(), 'redoubt-cli-'));
  });
  afterEach(async () => {
    await api.close();
    await rm(directory, { recursive: true, force: true });
  });
  const mock = (words: readonly string[], stop?: AbortSignal) =>
    runCli(
      [
        'mock',
        ...words,
        `--origin=${api.origin}`,
        `--token-url=${api.tokenUrl}`,
        '--environment=e1',
        '--client-id=shop',
        '--client-secret=secret',
      ],
      { dataDirectory: directory, ...(stop === undefined ? {} : { stop }) },
    );

  it('sends shoppers as live events and says how it went', async () => {
    const controller = new AbortController();
    api.answerWith = () => {
      if (api.calls.length >= 20) controller.abort();
      return null;
    };
    const run = await mock(['--rate', '200', '--seed', '1'], controller.signal);
    expect(run.exitCode).toBe(0);
    expect(api.calls.length).toBeGreaterThanOrEqual(20);
    expect(api.calls[0]?.path).toBe('/v1.0/MerchantServices/events/Purchase');
    expect(api.calls[0]?.headers['x-redoubt-mode']).toBeUndefined();
    expect(run.output).toContain('Approve');
    expect(run.output).toContain('p99');
  });

  it('ends by itself after so many seconds', async () => {
    const run = await mock(['--rate', '50', '--seconds', '0.2']);
    expect(run.exitCode).toBe(0);
  });

  it('ends cleanly when stopped', async () => {
    const controller = new AbortController();
    api.answerWith = () => {
      controller.abort();
      return null;
    };
    const run = await mock(['--rate', '100'], controller.signal);
    expect(run.exitCode).toBe(0);
    expect(run.output).toContain('sent');
  });

  it('gives up where every event is refused', async () => {
    api.answerWith = () => refusal(400, 'no such thing');
    const run = await mock(['--rate', '2000']);
    expect(run.exitCode).toBe(1);
    expect(run.errors).toContain('refuses every event (400): no such thing');
  });

  it('lets analysts review cases, who give back what they have when they are stopped', async () => {
    const controller = new AbortController();
    const held = new Set<string>();
    const said: Record<string, number> = {};
    let number = 0;
    const decisions = [
      { name: 'Approve', caseAction: 'Approve', reasons: ['Low risk', 'Other'] },
      { name: 'Reject', caseAction: 'Reject', reasons: ['Other', 'Stolen card'] },
    ];
    const caseWork = (path: string, agent: string): unknown => {
      const [, id = '', step = ''] = /^\/v1\.0\/cases\/([^/]+)\/?(.*)$/.exec(path) ?? [];
      if (id === 'queues')
        return {
          queues: [
            { id: 'q1', paused: false },
            { id: 'q2', paused: true },
          ],
        };
      if (id === 'lease') {
        number += 1;
        held.add(`${agent} c${number}`);
        return { case: { id: `c${number}` } };
      }
      if (step === '') return { case: { amount: 900, reason: 'Bought in a hurry' }, decisions };
      said[step] = (said[step] ?? 0) + 1;
      if (step === 'undo') held.add(`${agent} ${id}`);
      else if (step !== 'notes') held.delete(`${agent} ${id}`);
      if (said['decision'] === 150) controller.abort();
      return {};
    };
    api.answerWith = ({ path, body }) =>
      path.startsWith('/v1.0/cases')
        ? { status: 200, body: caseWork(path, (body['agent'] as { id?: string } | undefined)?.id ?? '') }
        : null;
    const run = await mock(['--rate', '5', '--analysts', '3', '--look', '0', '--seed', '1'], controller.signal);
    expect(run.exitCode).toBe(0);
    expect(run.output).toMatch(/cases decided: (?:Approve|Reject) \d+ · (?:Approve|Reject) \d+, \d+ given back/);
    for (const step of ['notes', 'hold', 'escalation', 'undo']) expect(said[step], step).toBeGreaterThan(0);
    expect([...held]).toEqual([]);
    expect(run.output).toMatch(/\d+ put on hold/);
    expect(run.output).toMatch(/\d+ escalated/);
    const reasons = api.calls.filter(({ path }) => path.endsWith('/decision')).map(({ body }) => body['reason']);
    expect(new Set(reasons)).toEqual(new Set(['Low risk', 'Stolen card']));
    expect(api.calls.filter(({ path }) => path.endsWith('/lease')).every(({ body }) => body['queueId'] === 'q1')).toBe(
      true,
    );
  });

  it('says which role analysts need', async () => {
    api.answerWith = ({ path }) => (path.startsWith('/v1.0/cases') ? refusal(403, 'not allowed.') : null);
    const run = await mock(['--rate', '50', '--analysts', '2', '--seconds', '5']);
    expect(run.exitCode).toBe(1);
    expect(run.errors).toContain('needs the role Case_API');
  });
});
