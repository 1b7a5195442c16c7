import type { Caller } from '@redoubt/identity';

/** How long a verified token is taken for granted; far less than what clocks may differ by. */
const KEEP_MS = 1000;
const MOST = 10_000;

type Known = { readonly caller: Caller | Promise<Caller>; readonly untilMs: number };

/** Asks another thread who a token speaks for, once a second for each token; a refusal is not remembered. */
export const rememberCallers = (
  ask: (authorization: string | undefined) => Promise<Caller>,
  monotonicMs: () => number,
): ((authorization: string | undefined) => Caller | Promise<Caller>) => {
  let known = new Map<string, Known>();
  return (authorization) => {
    if (authorization === undefined) return ask(authorization);
    const found = known.get(authorization);
    const nowMs = monotonicMs();
    if (found !== undefined && found.untilMs > nowMs) return found.caller;
    if (known.size >= MOST) known = new Map();
    const untilMs = nowMs + KEEP_MS;
    const asking = ask(authorization);
    known.set(authorization, { caller: asking, untilMs });
    asking.then(
      (caller) => known.set(authorization, { caller, untilMs }),
      () => known.delete(authorization),
    );
    return asking;
  };
};
