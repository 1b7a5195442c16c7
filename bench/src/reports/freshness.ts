import type { Bodies } from '../load/bodies.ts';
import { openConnection } from '../load/http-connection.ts';
import { PURCHASE_PATH } from '../targets/target.ts';

const CONNECTIONS = 64;
const ASKED_EVERY_MS = 50;
const LIMIT_MS = 60_000;

/** How long events took from their answer until a report counted them, in milliseconds. */
export type Freshness = { readonly events: number; readonly perSecond: number; readonly ms: readonly number[] };

type Load = {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: Bodies;
  readonly seconds: number;
  readonly perSecond: number;
};

/** Sends at even distances; gives when each was answered, in the order of the answers. */
const send = async ({ port, headers, bodies, seconds, perSecond }: Load, answered: number[]): Promise<void> => {
  let failure: string | null = null;
  const fail = (what: string): void => {
    failure ??= what.slice(0, 600);
  };
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openConnection(port, (error) => fail(String(error)))),
  );
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `POST ${PURCHASE_PATH} HTTP/1.1\r\n${lines.join('')}`;
  const free = [...connections];
  const startMs = performance.now();
  const all = seconds * perSecond;
  for (let sent = 0; sent < all || free.length < connections.length;) {
    const due = Math.min(all, Math.floor(((performance.now() - startMs) * perSecond) / 1000));
    for (; sent < due && free.length > 0; sent += 1) {
      const connection = free.pop();
      connection?.send(head, bodies.next(), (status, answer) => {
        if (status === 200) answered.push(performance.now());
        else fail(answer.toString());
        free.push(connection);
      });
    }
    if (failure !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const connection of connections) connection.close();
  if (failure !== null) throw new Error(`an event was refused: ${String(failure)}`);
};

/**
 * Sends events and asks a report meanwhile how many it counts: once it counts so many more, the first so many that were
 * answered are in it.
 */
export const measureFreshness = async (load: Load, count: () => Promise<number>): Promise<Freshness> => {
  const before = await count();
  const [answered, ms]: [number[], number[]] = [[], []];
  let isSent = false;
  const startMs = performance.now();
  const sending = send(load, answered).finally(() => {
    isSent = true;
  });
  const watching = (async () => {
    while (!isSent || ms.length < answered.length) {
      const counted = (await count()) - before;
      const nowMs = performance.now();
      // An answer may still be on its way when its event is counted.
      while (ms.length < Math.min(counted, answered.length))
        ms.push(Math.max(0, nowMs - (answered[ms.length] ?? nowMs)));
      if (nowMs - startMs > load.seconds * 1000 + LIMIT_MS) throw new Error('a report does not count all events');
      await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
    }
  })();
  await Promise.all([sending, watching]);
  return { events: ms.length, perSecond: load.perSecond, ms };
};
