import { startCuttingProxy, type CuttingProxy } from '@redoubt/testing/brokers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TraceTargetError, type TraceMessage, type TraceTarget } from '../trace-target.ts';

/** Whose subscription it is. */
export const TARGET_SCOPE = {
  tenantId: '0d9a6a3e-7a0e-4a5c-9f0e-3f1d0a6a0001',
  environmentId: '0d9a6a3e-7a0e-4a5c-9f0e-3f1d0a6a0002',
} as const;

/** A destination of one kind as the suite uses it. */
export type TargetUnderTest = {
  /** Opens it anew. @param port of the proxy in front of the receiver, where there is one */
  readonly open: (port: number) => TraceTarget;
  /** What arrived so far, in the order of arrival; a message that was sent twice stands there twice. */
  readonly received: () => Promise<readonly Pick<TraceMessage, 'id' | 'key'>[]>;
  /** Port of the receiver; null where there is no connection that could be cut. */
  readonly port: number | null;
  /** A message that the receiver refuses, whenever it comes; null where it takes all of them. */
  readonly poison: Pick<TraceMessage, 'id' | 'body'> | null;
  /** Opens it with credentials that are wrong, and what they are; null where it needs none. */
  readonly openWrong: ((port: number) => { readonly target: TraceTarget; readonly secret: string }) | null;
  readonly close: () => Promise<void>;
};

const START_MS = 60_000;
const TEST_MS = 60_000;
const SLOW_MS = 400;
const MOST_ATTEMPTS = 60;
const KEYS = 7;

const messagesOf = (prefix: string, count: number): readonly TraceMessage[] =>
  Array.from({ length: count }, (_, at) => {
    const id = `${prefix}-${String(at).padStart(4, '0')}`;
    const key = `${prefix}-key-${at % KEYS}`;
    return { id, key, name: 'FraudProtection.Test', body: JSON.stringify({ uniqueId: id, key }) };
  });

/** Sends as a node does: what was not accepted again, until all is, or something fails for good. */
const sendToEnd = async (target: TraceTarget, messages: readonly TraceMessage[]): Promise<TraceTargetError[]> => {
  const accepted = new Set<string>();
  const failures: TraceTargetError[] = [];
  for (;;) {
    try {
      const rest = messages.filter(({ id }) => !accepted.has(id));
      await target.send(rest, AbortSignal.timeout(START_MS));
      return failures;
    } catch (error) {
      if (!(error instanceof TraceTargetError) || failures.length > MOST_ATTEMPTS) throw error;
      failures.push(error);
      for (const id of error.acceptedIds) accepted.add(id);
      if (error.refusedId !== null) accepted.add(error.refusedId);
      else if (!error.retryable) throw error;
    }
  }
};

const idsByKey = (messages: readonly Pick<TraceMessage, 'id' | 'key'>[]) =>
  Object.fromEntries([...Map.groupBy(messages, ({ key }) => key)].map(([key, all]) => [key, all.map(({ id }) => id)]));

/** What every adapter of a destination promises, as tests of the suite around it. */
export const testTraceTarget = (start: () => Promise<TargetUnderTest>): void => {
  let tested: TargetUnderTest;
  let proxy: CuttingProxy | undefined;
  beforeAll(async () => {
    tested = await start();
    if (tested.port !== null) proxy = await startCuttingProxy(tested.port);
  }, START_MS);
  afterAll(async () => {
    await proxy?.close();
    await tested.close();
  });
  const port = (): number => proxy?.port ?? 0;
  /** What arrived of some messages; each stands at the place where it came first. */
  const arrived = async (messages: readonly TraceMessage[]) => {
    const ids = new Set(messages.map(({ id }) => id));
    const own = (await tested.received()).filter(({ id }) => ids.has(id));
    return { own, first: [...new Map(own.map((each) => [each.id, each] as const)).values()] };
  };

  it(
    'delivers all messages once, those of a key in their order',
    async () => {
      const target = tested.open(port());
      const messages = messagesOf('order', 300);
      await target.check(AbortSignal.timeout(START_MS));
      await target.send(messages.slice(0, 200), AbortSignal.timeout(START_MS));
      await target.send(messages.slice(200), AbortSignal.timeout(START_MS));
      await target.close();
      const { own } = await arrived(messages);
      expect(idsByKey(own)).toEqual(idsByKey(messages));
    },
    TEST_MS,
  );

  it(
    'delivers all messages at least once and in the order of their key, though the connection is cut',
    async ({ skip }) => {
      const cutting = proxy ?? skip('there is no connection');
      const target = tested.open(cutting.port);
      const messages = messagesOf('cut', 300);
      const failures: TraceTargetError[] = [];
      const before = cutting.cuts();
      for (let from = 0; from < messages.length; from += 50) {
        cutting.cutAfter(2000 + from * 10);
        failures.push(...(await sendToEnd(target, messages.slice(from, from + 50))));
      }
      await target.close();
      expect(cutting.cuts() - before).toBeGreaterThan(3);
      expect(failures.length).toBeGreaterThan(3);
      expect(new Set(failures.map(({ code, retryable }) => `${code} ${retryable}`))).toEqual(
        new Set(['unreachable true']),
      );
      expect(idsByKey((await arrived(messages)).first)).toEqual(idsByKey(messages));
    },
    TEST_MS,
  );

  it(
    'names the message that is refused, and delivers the others',
    async ({ skip }) => {
      const poison = tested.poison ?? skip('it refuses no message');
      const target = tested.open(port());
      const [first, second, third, ...others] = messagesOf('refused', 30);
      const refused = { key: 'poison', name: 'FraudProtection.Test', ...poison };
      const messages = [first, second, refused, third, ...others].filter((each) => each !== undefined);
      const failures = await sendToEnd(target, messages);
      await target.close();
      expect(failures.map(({ refusedId }) => refusedId)).toContain(poison.id);
      const refusals = failures.filter(({ refusedId }) => refusedId !== null);
      expect(refusals.map(({ refusedId, retryable }) => [refusedId, retryable])).toEqual([[poison.id, false]]);
      const taken = messages.filter((each) => each !== refused);
      expect(idsByKey((await arrived(messages)).first)).toEqual(idsByKey(taken));
    },
    TEST_MS,
  );

  it(
    'gives up on a receiver that stands still, and goes on with it later',
    async ({ skip }) => {
      const slow = proxy ?? skip('there is no connection');
      const target = tested.open(slow.port);
      const messages = messagesOf('slow', 20);
      await target.send(messages.slice(0, 10), AbortSignal.timeout(START_MS));
      const resume = slow.pause();
      const sending = target.send(messages.slice(10), AbortSignal.timeout(SLOW_MS));
      await expect(sending).rejects.toSatisfy((error: Error) =>
        error instanceof TraceTargetError ? error.retryable : error.name === 'TimeoutError',
      );
      resume();
      await sendToEnd(target, messages.slice(10));
      await target.close();
      expect(idsByKey((await arrived(messages)).first)).toEqual(idsByKey(messages));
    },
    TEST_MS,
  );

  it(
    'says of wrong credentials what to do, without them',
    async ({ skip }) => {
      const openWrong = tested.openWrong ?? skip('it needs no credentials');
      const { target, secret } = openWrong(port());
      const failure: unknown = await target.check(AbortSignal.timeout(START_MS)).catch((error: unknown) => error);
      await target.close();
      expect(failure).toMatchObject({
        code: 'unauthorized',
        retryable: false,
        message: expect.stringMatching(/check /i),
      });
      expect((failure as Error).message).not.toContain(secret);
    },
    TEST_MS,
  );
};
