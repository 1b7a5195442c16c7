import { withTargetFallbacks } from '@redoubt/domain';
import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReachableAddresses } from '../call-runtime/http/reachable-addresses.ts';
import { startHostileServer, type Behaviour } from '../call-runtime/testing-server.ts';
import { newWebhookSecret } from '../secrets/webhook-secrets.ts';
import { openTraceTarget } from './open-target.ts';
import { closeAfterEach } from './testing/close-after-each.ts';
import { TARGET_SCOPE } from './testing/trace-target-suite.ts';
import type { TraceMessage, TraceTarget } from './trace-target.ts';

const closing = closeAfterEach();

const AT_MS = Date.UTC(2026, 10, 28, 22, 0);
const never = new AbortController().signal;
const message = (id: string, key = id): TraceMessage => ({
  id,
  key,
  name: 'FraudProtection.Assessment.Purchase',
  body: JSON.stringify({ uniqueId: id }),
});

const webhookTo = async (behaviour: Behaviour, allowed: readonly string[] = ['127.0.0.1']) => {
  const server = await startHostileServer({ '*': behaviour });
  const secret = newWebhookSecret();
  const target = openTraceTarget(
    { kind: 'webhook', settings: { url: `${server.origin}/in` }, secrets: { signing: secret } },
    { addresses: createReachableAddresses(allowed), directory: null, ...TARGET_SCOPE, now: () => AT_MS },
  );
  closing.push(server.close, target.close);
  return { server, target, secret };
};

describe('a webhook', () => {
  it('sends each event signed, with its id, in the order of its key', async () => {
    const { server, target, secret } = await webhookTo((_request, answer) => answer.writeHead(204).end());
    await target.send([message('a1', 'a'), message('b1', 'b'), message('a2', 'a')], never);
    const ids = server.seen.map(({ headers }) => String(headers['webhook-id']));
    expect(ids.toSorted()).toEqual(['a1', 'a2', 'b1']);
    expect(ids.indexOf('a1')).toBeLessThan(ids.indexOf('a2'));
    const [first] = server.seen;
    const signed = `${String(first?.headers['webhook-id'])}.${AT_MS / 1000}.${first?.body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(first?.headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  });

  it('names what was accepted, and the one that was refused', async () => {
    const { target } = await webhookTo((request, answer) =>
      answer.writeHead(request.headers['webhook-id'] === 'a2' ? 422 : 200).end(),
    );
    const sending = target.send([message('a1', 'a'), message('a2', 'a'), message('a3', 'a')], never);
    await expect(sending).rejects.toMatchObject({
      code: 'refused',
      retryable: false,
      refusedId: 'a2',
      acceptedIds: new Set(['a1']),
    });
  });

  it.each([
    [503, 'busy', true],
    [429, 'busy', true],
    [401, 'unauthorized', false],
    [404, 'notFound', false],
    [302, 'refused', false],
    [413, 'tooLarge', false],
  ])('says of an answer of %i: %s', async (status, code, retryable) => {
    const { target } = await webhookTo((_request, answer) => answer.writeHead(status).end());
    await expect(target.send([message('a')], never)).rejects.toMatchObject({ code, retryable });
  });

  it('does not speak to addresses inside the network', async () => {
    const { server, target } = await webhookTo((_request, answer) => answer.writeHead(204).end(), []);
    await expect(target.check(never)).rejects.toMatchObject({ code: 'addressRefused', retryable: false });
    expect(server.seen).toEqual([]);
  });
});

describe('a file', () => {
  const fileIn = async (settings = {}) => {
    const directory = await mkdtemp(join(tmpdir(), 'redoubt-traces-'));
    closing.push(() => rm(directory, { recursive: true, force: true }));
    const open = (): TraceTarget => {
      const target = openTraceTarget(
        { kind: 'file', settings: { folder: 'audit', ...settings }, secrets: {} },
        { addresses: createReachableAddresses([]), directory, ...TARGET_SCOPE, now: () => AT_MS },
      );
      closing.push(target.close);
      return target;
    };
    return { folder: join(directory, 'audit'), open };
  };
  const big = (id: string): TraceMessage => ({ ...message(id), body: JSON.stringify('x'.repeat(1024 * 1024)) });

  it('holds an event a line', async () => {
    const { folder, open } = await fileIn();
    const target = open();
    expect(await target.check(never)).toEqual({ folder: 'audit', bytes: '0' });
    await target.send([message('a'), message('b')], never);
    await target.send([message('c')], never);
    const lines = (await readFile(join(folder, 'events.ndjson'), 'utf8')).split('\n');
    expect(lines).toEqual(['{"uniqueId":"a"}', '{"uniqueId":"b"}', '{"uniqueId":"c"}', '']);
  });

  it('begins a new file at its size and deletes the oldest', async () => {
    const { folder, open } = await fileIn({ maxMegabytes: 1, keepFiles: 2 });
    const target = open();
    for (const id of ['a', 'b', 'c', 'd', 'e']) await target.send([big(id)], never);
    expect((await readdir(folder)).toSorted()).toEqual([
      'events-20261128T220000000Z-3.ndjson',
      'events-20261128T220000000Z.ndjson',
      'events.ndjson',
    ]);
  });

  it('goes on below what a crash left as half a line', async () => {
    const { folder, open } = await fileIn();
    await open().send([message('a')], never);
    await writeFile(join(folder, 'events.ndjson'), '{"uniqueId":"a"}\n{"uni');
    await open().send([message('b')], never);
    const lines = (await readFile(join(folder, 'events.ndjson'), 'utf8')).split('\n');
    expect(lines).toEqual(['{"uniqueId":"a"}', '{"uni', '{"uniqueId":"b"}', '']);
  });

  it('is not written where the operator set no directory', async () => {
    const target = openTraceTarget(
      { kind: 'file', settings: withTargetFallbacks('file', { folder: 'audit' }), secrets: {} },
      { addresses: createReachableAddresses([]), directory: null, ...TARGET_SCOPE, now: () => AT_MS },
    );
    await expect(target.send([message('a')], never)).rejects.toMatchObject({ code: 'settings', retryable: false });
  });
});
