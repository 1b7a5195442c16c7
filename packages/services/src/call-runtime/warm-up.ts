import { callUrlProblem, MAX_CALL_TIMEOUT_MS } from '@redoubt/domain';
import type { PlanCall } from '@redoubt/engine';
import type { Clock, Id } from '@redoubt/kernel';
import { CallFailed, type HttpExchange } from './http/http-exchange.ts';

/** A call whose connection is kept open. */
export type WarmCall = { readonly tenantId: Id; readonly call: Pick<PlanCall, 'id' | 'definition'> };

/** What came of the last request that kept a connection open. */
export type WarmUpResult = { readonly atMs: number; /** Empty where it was answered. */ readonly error: string };

export type WarmUps = {
  /** Asks one address once, as the timer would; what is wrong with it, or nothing. */
  readonly test: (url: string) => Promise<string>;
  /** A rule has just called: its connection needs no warm-up for a while. */
  readonly used: (tenantId: Id, callId: Id) => void;
  readonly last: (tenantId: Id, callId: Id) => WarmUpResult | null;
  /** Asks every address whose call was not used since the last round. */
  readonly round: (calls: Iterable<WarmCall>) => Promise<void>;
};

const keyOf = (tenantId: Id, callId: Id): string => `${tenantId}/${callId}`;

/** Requests of a round that are under way at once. */
const AT_ONCE = 8;

/**
 * Keeps connections open that calls will need: a request without parameters, headers or secrets, in the background, only
 * where traffic does not do it anyway. No event waits for it, and no count of calls knows of it.
 */
export const createWarmUps = (
  exchange: Pick<HttpExchange, 'send'>,
  clock: Pick<Clock, 'now'>,
  allowsPlain: (host: string, port: number) => boolean,
): WarmUps => {
  const used = new Set<string>();
  const last = new Map<string, WarmUpResult>();

  const test = async (url: string): Promise<string> => {
    const problem = callUrlProblem(url, allowsPlain);
    if (problem !== null) return problem;
    try {
      const { status } = await exchange.send({
        method: 'GET',
        url,
        headers: {},
        body: null,
        timeoutMs: MAX_CALL_TIMEOUT_MS,
      });
      return status >= 200 && status <= 299 ? '' : `answered with the status ${status}`;
    } catch (error) {
      return error instanceof CallFailed ? error.message : 'could not be asked';
    }
  };

  return {
    test,
    used: (tenantId, callId) => void used.add(keyOf(tenantId, callId)),
    last: (tenantId, callId) => last.get(keyOf(tenantId, callId)) ?? null,
    round: async (calls) => {
      const wanted = new Map<string, string>();
      for (const { tenantId, call } of calls) {
        const { warmUpUrl = '' } = call.definition;
        if (warmUpUrl !== '') wanted.set(keyOf(tenantId, call.id), warmUpUrl);
      }
      for (const key of last.keys()) if (!wanted.has(key)) last.delete(key);
      const idle = [...wanted].filter(([key]) => !used.has(key));
      used.clear();
      const next = idle.values();
      const work = async (): Promise<void> => {
        for (const [key, url] of next) {
          // oxlint-disable-next-line eslint/no-await-in-loop -- a few at once, however many there are
          const error = await test(url);
          last.set(key, { atMs: clock.now(), error });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
  };
};

/** Servers close a connection that was idle for a minute or so. */
const EVERY_MS = 25_000;

/** Makes rounds until it is closed; one that takes long is not overtaken by the next. */
export const startWarmUps = (
  warmUps: Pick<WarmUps, 'round'>,
  calls: () => Iterable<WarmCall>,
): { readonly close: () => void } => {
  let inFlight: Promise<void> | undefined;
  const timer = setInterval(() => {
    inFlight ??= warmUps.round(calls()).finally(() => {
      inFlight = undefined;
    });
  }, EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
};
