import { setTimeout as sleep } from 'node:timers/promises';
import type { Bodies } from './bodies.ts';
import { openConnection, type HttpConnection } from './http-connection.ts';
import type { LoadOrder, LoadResult, SlowCall } from './protocol.ts';

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;

/** Counts answers and keeps every latency. */
class Tally {
  answered = 0;
  failed = 0;
  firstFailure: string | null = null;
  readonly slow: SlowCall[] = [];
  readonly #latencies: number[] = [];
  readonly #slowerThanMs: number;

  constructor(slowerThanMs: number) {
    this.#slowerThanMs = slowerThanMs;
  }

  answer(status: number, text: () => string, latencyMs: number): void {
    if (status === 200) {
      this.answered += 1;
      this.#latencies.push(latencyMs);
      return;
    }
    this.fail(text());
  }

  /** Of a call at even distances, all on the clock of `performance.now()`. */
  note(dueMs: number, sentMs: number): void {
    const nowMs = performance.now();
    if (nowMs - dueMs <= this.#slowerThanMs) return;
    const { timeOrigin } = performance;
    this.slow.push({ dueMs: timeOrigin + dueMs, sentMs: timeOrigin + sentMs, answeredMs: timeOrigin + nowMs });
  }

  fail(what: string): void {
    this.failed += 1;
    this.firstFailure ??= what.slice(0, 600);
  }

  latencyMs(): LoadResult['latencyMs'] {
    const sorted = Float64Array.from(this.#latencies).sort();
    return {
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      p999: percentile(sorted, 0.999),
      max: sorted.at(-1) ?? 0,
    };
  }
}

const headOf = ({ path, headers, port }: LoadOrder): string => {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}`;
};

/** As many requests as the connections carry. */
const runFull = async (
  connections: readonly HttpConnection[],
  head: string,
  bodies: Bodies,
  endMs: number,
  tally: Tally,
) => {
  await Promise.all(
    connections.map(
      (connection) =>
        new Promise<void>((resolve) => {
          const next = (): void => {
            const sentMs = performance.now();
            if (sentMs >= endMs) {
              resolve();
              return;
            }
            connection.send(head, bodies.next(), (status, answer) => {
              tally.answer(status, () => answer.toString(), performance.now() - sentMs);
              next();
            });
          };
          next();
        }),
    ),
  );
};

/** A server that was idle needs a moment until its connections are open and its code is warm; it is not what is asked. */
const SETTLE_MS = 1000;

/**
 * Requests at even distances, whatever the answers do: one that finds no free connection waits, and its waiting time
 * counts, as a customer's would. Only what is sent once the load has settled is counted.
 */
const runPaced = async (
  connections: readonly HttpConnection[],
  head: string,
  bodies: Bodies,
  endMs: number,
  perSecond: number,
  tally: Tally,
) => {
  const intervalMs = 1000 / perSecond;
  const countedFromMs = performance.now() + SETTLE_MS;
  const free = [...connections];
  const due: number[] = [];
  let nextMs = performance.now();
  let inFlight = 0;
  const dispatch = (): void => {
    while (due.length > 0 && free.length > 0) {
      const connection = free.pop() as HttpConnection;
      const dueMs = due.shift() as number;
      const sentMs = performance.now();
      inFlight += 1;
      connection.send(head, bodies.next(), (status, answer) => {
        inFlight -= 1;
        if (dueMs >= countedFromMs || status !== 200) {
          tally.answer(status, () => answer.toString(), performance.now() - dueMs);
          tally.note(dueMs, sentMs);
        }
        free.push(connection);
        dispatch();
      });
    }
  };
  for (;;) {
    const nowMs = performance.now();
    if (nowMs >= endMs) break;
    for (; nextMs <= nowMs; nextMs += intervalMs) due.push(nextMs);
    dispatch();
    // Never spins: the cores belong to the target. What is due within a millisecond goes out together.
    await sleep(1);
  }
  while (inFlight > 0) await sleep(1);
};

/** Sends load to one target and says how it was answered. */
export const runLoad = async (order: LoadOrder, bodies: Bodies): Promise<LoadResult> => {
  const tally = new Tally(order.slowerThanMs ?? Infinity);
  let broken: (error: Error) => void = () => undefined;
  const breakage = new Promise<never>((_resolve, reject) => {
    broken = reject;
  });
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => openConnection(order.port, (error) => broken(error))),
  );
  const head = headOf(order);
  const cpuStart = process.cpuUsage();
  const startMs = performance.now();
  const settleMs = order.perSecond === null ? 0 : SETTLE_MS;
  const endMs = startMs + settleMs + order.seconds * 1000;
  const running =
    order.perSecond === null
      ? runFull(connections, head, bodies, endMs, tally)
      : runPaced(connections, head, bodies, endMs, order.perSecond, tally);
  try {
    await Promise.race([running, breakage]);
  } catch (error) {
    tally.fail(String(error));
  }
  const elapsedMs = performance.now() - startMs - settleMs;
  const cpu = process.cpuUsage(cpuStart);
  for (const connection of connections) connection.close();
  return {
    answered: tally.answered,
    failed: tally.failed,
    firstFailure: tally.firstFailure,
    elapsedMs,
    latencyMs: tally.latencyMs(),
    slow: tally.slow,
    generatorCpuUs: cpu.user + cpu.system,
  };
};
