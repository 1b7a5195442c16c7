import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TraceSubscription, TraceText } from '@redoubt/contracts';
import { TRACE_TARGET_KINDS, type TraceTargetKind } from '@redoubt/domain';
import type { DemonstrationFacts } from '@redoubt/testing/durability';
import { percentile } from './cases/percentile.ts';
import { startGenerator } from './load/generator.ts';
import type { Machine } from './measure/machine.ts';
import { untilCaughtUp } from './measure/metrics.ts';
import { addResult } from './measure/result-file.ts';
import { signIn } from './measure/sign-in.ts';
import { startRedoubt, type RedoubtTarget } from './targets/redoubt.ts';
import { PURCHASE_PATH } from './targets/target.ts';
import { RECEIVERS } from './tracing/receivers.ts';

const PER_SECOND = 500;
const WARM_UP_SECONDS = 5;
const CATCH_UP_LIMIT_MS = 60_000;
/** Arrivals are waited for as long after the last event. */
const ARRIVE_MS = 30_000;
/** From storing an event to its arrival, at p99. */
const GOAL_MS = 1000;
const ADMIN = 'ProductAdmin';

type LagOptions = {
  readonly seconds: number;
  readonly bodies: number;
  readonly connections: number;
  readonly say: (text: string) => void;
};

/** Of one destination; times in milliseconds. */
type TargetLag = {
  /** Destinations that were sent to at the same time. */
  readonly beside: number;
  readonly kind: TraceTargetKind;
  readonly sent: number;
  readonly missing: number;
  readonly twice: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
};
export type TracingLag = {
  readonly perSecond: number;
  readonly seconds: number;
  readonly targets: readonly TargetLag[];
};

export const missesGoal = ({ targets }: TracingLag): boolean =>
  targets.some(({ p99Ms, missing }) => !(p99Ms < GOAL_MS) || missing > 0);

type Facts = DemonstrationFacts & { readonly signInLink: string };
type Envelope = { readonly uniqueId: string; readonly metadata: { readonly timestamp: string } };

/** Notes when each event arrived first, by its id; those from before `begin` was called last are left out. */
const noteArrivals = () => {
  const lags = new Map<string, number>();
  let twice = 0;
  let sinceMs = 0;
  return {
    lags,
    twice: () => twice,
    begin: (): void => {
      sinceMs = Date.now();
      lags.clear();
    },
    onBody: (body: string): void => {
      const nowMs = Date.now();
      const { uniqueId, metadata } = JSON.parse(body) as Envelope;
      const atMs = Date.parse(metadata.timestamp);
      if (atMs < sinceMs) return;
      if (lags.has(uniqueId)) twice += 1;
      else lags.set(uniqueId, nowMs - atMs);
    },
  };
};

/** Creates and deletes subscriptions as an administrator who signed in. */
const subscriber = async ({ dataDirectory }: RedoubtTarget) => {
  const facts = JSON.parse(await readFile(join(dataDirectory, 'demo.json'), 'utf8')) as Facts;
  const admin = facts.people.find(({ roles }) => roles.includes(ADMIN));
  if (admin === undefined) throw new Error(`the demonstration has no ${ADMIN}`);
  const authorization = `Bearer ${await signIn(facts, admin.username)}`;
  const address = `${facts.origin}/platform/v1/environments/${facts.environmentId}/event-tracing`;
  const call = async (method: string, url: string, body?: object): Promise<string> => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}: ${text}`);
    return text;
  };
  return {
    create: async (target: Pick<TraceText, 'kind' | 'settings' | 'secrets'>): Promise<string> => {
      const text = { name: target.kind, description: '', filter: '', projection: '', masked: true } as const;
      const made = await call('POST', address, { ...text, ...target, events: ['assessments'] } satisfies TraceText);
      return (JSON.parse(made) as TraceSubscription).id;
    },
    delete: async (id: string): Promise<void> => {
      const { subscriptions } = JSON.parse(await call('GET', address)) as { subscriptions: TraceSubscription[] };
      const { version = '' } = subscriptions.find((each) => each.id === id) ?? {};
      await call('DELETE', `${address}/${id}?version=${encodeURIComponent(version)}`);
    },
  };
};

/**
 * From the moment a purchase is received to its arrival at a destination, at a constant rate: each kind of destination alone, then
 * all of them at the same time. Server, database, generator, brokers and receivers share the machine.
 */
export const measureTracingLag = async (
  { seconds, bodies, connections, say }: LagOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<TracingLag> => {
  const variables = (directory: string) => ({
    EXTERNAL_CALL_TARGETS: '127.0.0.1',
    TRACE_DIRECTORY: join(directory, 'traces'),
  });
  const [redoubt, generator] = await Promise.all([
    startRedoubt([], variables).then(keep),
    startGenerator(bodies).then(keep),
  ]);
  const { port, headers, origin, dataDirectory, facts } = redoubt;
  const load = async (forSeconds: number): Promise<number> => {
    const order = { port, path: PURCHASE_PATH, headers, connections, seconds: forSeconds, perSecond: PER_SECOND };
    const { answered, failed, firstFailure } = await generator.run(order);
    if (failed > 0) throw new Error(`${failed} calls failed, such as ${firstFailure}`);
    return answered;
  };
  const subscriptions = await subscriber(redoubt);
  const place = { ...facts, directory: join(dataDirectory, 'traces') };

  const stretch = async (kinds: readonly TraceTargetKind[]): Promise<readonly TargetLag[]> => {
    const running = [];
    for (const kind of kinds) {
      const arrivals = noteArrivals();
      const receiver = await RECEIVERS[kind]?.(arrivals.onBody, place);
      if (receiver === undefined) continue;
      keep(receiver);
      running.push({ kind, arrivals, receiver, id: await subscriptions.create(receiver.target) });
    }
    // The first events open connections and wake a sender that looked for work seldom.
    const before = await load(WARM_UP_SECONDS);
    for (const { arrivals } of running) await untilArrived(arrivals.lags, before);
    await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
    for (const { arrivals } of running) arrivals.begin();
    const sent = await load(seconds);
    const lags: TargetLag[] = [];
    for (const { kind, arrivals, receiver, id } of running) {
      await untilArrived(arrivals.lags, sent);
      const all = [...arrivals.lags.values()];
      const [p50Ms = NaN, p90Ms = NaN, p99Ms = NaN, longestMs = NaN] = [0.5, 0.9, 0.99, 1].map((at) =>
        percentile(all, at),
      );
      // The generator counts no answer that comes after its end.
      const missing = Math.max(0, sent - all.length);
      lags.push({ beside: kinds.length, kind, sent, missing, twice: arrivals.twice(), p50Ms, p90Ms, p99Ms, longestMs });
      say(`  ${kind.padEnd(8)} p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${missing} missing`);
      await subscriptions.delete(id);
      await receiver.stop();
    }
    return lags;
  };

  const kinds = TRACE_TARGET_KINDS.filter((kind) => RECEIVERS[kind] !== undefined);
  const targets: TargetLag[] = [];
  for (const each of [...kinds.map((kind) => [kind]), kinds]) targets.push(...(await stretch(each)));
  return { perSecond: PER_SECOND, seconds, targets };
};

const untilArrived = async (lags: ReadonlyMap<string, number>, count: number): Promise<void> => {
  const endMs = performance.now() + ARRIVE_MS;
  while (lags.size < count && performance.now() < endMs) await delay(50);
};

const HEAD = `# How soon event tracing delivers

A table per run of \`npm run bench -- tracing-lag\`: ${PER_SECOND} purchases a second at even distances, a subscription to
\`FraudProtection.Assessments.\` with masked values, whole envelopes, and a real receiver of each kind: an HTTP server, a reader
of the file, Debian's \`redis-server\`, RabbitMQ 3.10 and \`nats-server\` 2.9, where the machine has them. The time runs from the
receipt of the purchase (\`timestamp\` of its envelope), before it is decided and stored, to the arrival of its body at the
receiver, so it is longer than the lag after storing by the time of an answer. Each kind is measured alone, then all at the same
time; server, database, generator, brokers and receivers share the cores. Runs at a load far above the number of cores say more
of the machine than of the code. Goal: below ${GOAL_MS / 1000} s at p99, none missing.
`;

/** Adds a table to those of all runs; gives it. */
export const saveTracingLag = (
  directory: string,
  at: string,
  machine: Machine,
  { perSecond, seconds, targets }: TracingLag,
): Promise<string> => {
  const rows = targets.map(({ beside, kind, sent, missing, twice, ...times }) => {
    const ms = [times.p50Ms, times.p90Ms, times.p99Ms, times.longestMs].map((each) => `${each} ms`);
    return `| ${[kind, beside, sent.toLocaleString('en'), ...ms, missing, twice].join(' | ')} |`;
  });
  const table = [
    `${perSecond} a second for ${seconds} s.`,
    '',
    '| Destination | At the same time | Events | p50 | p90 | p99 | Longest | Missing | Twice |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  return addResult({ directory, name: 'tracing-lag.md', head: HEAD }, at, machine, table);
};
