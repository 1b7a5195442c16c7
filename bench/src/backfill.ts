import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@redoubt/kernel';
import { createVelocitySet, getVelocityHistory, publishVelocitySet, type EnvironmentContext } from '@redoubt/services';
import { startGenerator } from './load/generator.ts';
import type { LoadResult } from './load/protocol.ts';
import { readMachine, type Machine } from './measure/machine.ts';
import { untilCaughtUp } from './measure/metrics.ts';
import { cpuMsOf } from './measure/processes.ts';
import { besideServer } from './targets/publish-plan.ts';
import { startRedoubt } from './targets/redoubt.ts';
import { PURCHASE_PATH } from './targets/target.ts';

/** A stretch at half load. */
type Stretch = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server and of PostgreSQL for each decision; what a backfill takes is in it. */
  readonly cpuUs: number;
};

export type BackfillFigures = {
  readonly machine: Machine;
  readonly storedEvents: number;
  readonly fullPerSecond: number;
  readonly without: readonly Stretch[];
  readonly during: readonly Stretch[];
  /** Events a second that a backfill of ten velocities looked at, under half load and at rest. */
  readonly underLoadPerSecond: number;
  readonly atRestPerSecond: number;
};

export type BackfillOptions = {
  readonly seconds: number;
  readonly rounds: number;
  readonly bodies: number;
  readonly connections: number;
  readonly storedEvents: number;
  readonly say: (text: string) => void;
};

const CATCH_UP_LIMIT_MS = 120_000;
const VELOCITIES = 10;
const KEYS = ['user.userId', 'user.email', 'deviceContext.ipAddress', 'deviceContext.externalDeviceId', 'user.country'];
const AGGREGATES = ['Count()', 'Sum(@"totalAmount")'];
const LOOK_MS = 100;

const codeOf = (set: number, velocity: number): string => {
  const key = KEYS[velocity % KEYS.length] ?? 'user.userId';
  const aggregate = AGGREGATES[velocity % AGGREGATES.length] ?? 'Count()';
  return `SELECT ${aggregate} AS old${set}x${velocity} FROM Purchase GROUPBY @"${key}"`;
};

const publishWithHistory = async (context: EnvironmentContext, set: number): Promise<string> => {
  const name = `Backfill ${set}`;
  const velocities = Array.from({ length: VELOCITIES }, (_, index) => ({ id: newId(), code: codeOf(set, index) }));
  const text = { condition: '', velocities, sampleEvent: 'purchase', samplePayload: {} } as const;
  const { id, version } = await createVelocitySet(context, { name, description: '', text });
  const input = { version, name, description: '', active: true, note: '', overwrite: false } as const;
  await publishVelocitySet(context, id, { ...input, start: 'withHistory' });
  return id;
};

/** Follows a backfill to some state and gives how many events it has looked at. */
const untilStatus = async (context: EnvironmentContext, setId: string, wanted: 'running' | 'done'): Promise<number> => {
  for (;;) {
    const { backfill } = await getVelocityHistory(context, setId);
    if (backfill?.status === 'failed') throw new Error(`the backfill failed: ${backfill.problem ?? ''}`);
    if (backfill?.status === wanted && (wanted === 'done' || backfill.eventsDone > 0)) return backfill.eventsDone;
    await delay(LOOK_MS);
  }
};

const stretchOf = ({ answered, elapsedMs, latencyMs }: LoadResult, cpuMs: number): Stretch => ({
  perSecond: (answered * 1000) / elapsedMs,
  p50Ms: latencyMs.p50,
  p99Ms: latencyMs.p99,
  cpuUs: (cpuMs * 1000) / answered,
});

/**
 * Half load with and without a backfill of ten velocities beside it, in turns, on one server with so many events stored;
 * and how fast the backfill is.
 */
export const measureBackfill = async (
  options: BackfillOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<BackfillFigures> => {
  const { connections, seconds, say } = options;
  const [redoubt, generator] = await Promise.all([
    startRedoubt([]).then(keep),
    startGenerator(options.bodies).then(keep),
  ]);
  const { port, headers, origin, dataDirectory, facts } = redoubt;
  let stored = 0;
  const load = async (forSeconds: number, perSecond: number | null) => {
    const result = await generator.run({
      port,
      path: PURCHASE_PATH,
      headers,
      connections,
      seconds: forSeconds,
      perSecond,
    });
    if (result.failed > 0) throw new Error(`${result.failed} calls failed, such as ${result.firstFailure}`);
    stored += result.answered;
    return result;
  };
  const cpuMs = async () => (await cpuMsOf(redoubt.pid, false)) + (await cpuMsOf(redoubt.postgresPid, true));

  say('Storing events …');
  await load(seconds, null);
  const { answered, elapsedMs } = await load(seconds, null);
  const fullPerSecond = (answered * 1000) / elapsedMs;
  while (stored < options.storedEvents) await load(seconds, null);
  await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
  const storedEvents = stored;

  return besideServer(dataDirectory, facts, async (context) => {
    const half = async (name: string): Promise<Stretch> => {
      const before = await cpuMs();
      const result = await load(seconds, fullPerSecond / 2);
      const stretch = stretchOf(result, (await cpuMs()) - before);
      const { perSecond, p50Ms, p99Ms, cpuUs } = stretch;
      say(
        `  ${name.padEnd(16)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms  ${cpuUs.toFixed(0)} µs`,
      );
      return stretch;
    };
    const [without, during]: [Stretch[], Stretch[]] = [[], []];
    let [underLoad, underLoadMs] = [0, 0];
    let atRestPerSecond = 0;
    for (let round = 1; round <= options.rounds; round += 1) {
      say(`Half load, round ${round} of ${options.rounds}:`);
      without.push(await half('without'));
      const setId = await publishWithHistory(context, round);
      const first = await untilStatus(context, setId, 'running');
      const startMs = performance.now();
      during.push(await half('with a backfill'));
      const restMs = performance.now();
      const { backfill } = await getVelocityHistory(context, setId);
      const done = backfill?.eventsDone ?? 0;
      if (backfill?.status === 'done') throw new Error('the backfill ended within the stretch; store more events');
      underLoad += done - first;
      underLoadMs += restMs - startMs;
      const all = await untilStatus(context, setId, 'done');
      atRestPerSecond = Math.max(atRestPerSecond, ((all - done) * 1000) / (performance.now() - restMs));
      await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
    }
    return {
      machine: await readMachine(redoubt.postgresDirectory),
      storedEvents,
      fullPerSecond,
      without,
      during,
      underLoadPerSecond: (underLoad * 1000) / underLoadMs,
      atRestPerSecond,
    };
  });
};
