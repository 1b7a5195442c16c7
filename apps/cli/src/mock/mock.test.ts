import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusal, startFakeApi, type FakeApi } from '../testing/fake-api.ts';
import { runCli } from '../testing/run-cli.ts';
import { createLatencyWindow } from './latency-window.ts';
import { registerMockCommand } from './mock.command.ts';
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
      registerMockCommand,
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
});
