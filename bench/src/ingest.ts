import { startGenerator } from './load/generator.ts';
import { diskBytes } from './measure/disk.ts';
import { readMachine } from './measure/machine.ts';
import { untilCaughtUp, watchLag } from './measure/metrics.ts';
import { cpuMsOf, memoryBytesOf } from './measure/processes.ts';
import { createStretches, fullLoadOf, type Round, type Stretches } from './measure/stretches.ts';
import type { HalfLoad, IngestReport, TargetFigures } from './report.ts';
import { startBareFastify, startWithoutPersistence } from './targets/peers.ts';
import { PLAN_CLAUSES, PLAN_VELOCITIES, publishPlan } from './targets/publish-plan.ts';
import { startRedoubt, type RedoubtTarget } from './targets/redoubt.ts';
import { PURCHASE_PATH, type Target } from './targets/target.ts';

export type IngestOptions = {
  /** Length of each stretch of load. */
  readonly seconds: number;
  readonly rounds: number;
  /** Different bodies; keys always differ. */
  readonly bodies: number;
  readonly connections: number;
  /** Whether rules and velocities of `publishPlan` are published first, beside those of the demonstration. */
  readonly withPlan: boolean;
  /** Directory for CPU profiles of the product's processes; null for none. Profiling slows them. */
  readonly profileDirectory: string | null;
  readonly say: (text: string) => void;
};

const CATCH_UP_LIMIT_MS = 60_000;
const MB = 1e6;

/** Directories of a cluster that hold no data: the log is written once per event, then used again. */
const NOT_DATA = ['pg_wal'];

/** One answer of the real server, so that the bare route can send the same. */
const sampleAnswer = async ({ origin, headers }: RedoubtTarget): Promise<string> => {
  const at = new Date().toISOString();
  const body = {
    purchaseId: 'sample',
    merchantLocalDate: at,
    totalAmount: 20,
    _metadata: { trackingId: 'sample', merchantTimeStamp: at },
  };
  const response = await fetch(`${origin}${PURCHASE_PATH}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${text}`);
  return text;
};

/** Rounds of full load, the targets taking turns; what only the real server has is watched along the way. */
const runRounds = async (
  targets: readonly Target[],
  redoubt: RedoubtTarget,
  stretches: Stretches,
  options: IngestOptions,
) => {
  const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]));
  const catchUpMs: (number | null)[] = [];
  let lag = 0;
  let postgresCpuMs = 0;
  for (let round = 1; round <= options.rounds; round += 1) {
    options.say(`Full load, round ${round} of ${options.rounds}, ${options.seconds} s each:`);
    for (const target of targets) {
      if (target !== redoubt) {
        rounds.get(target)?.push(await stretches.full(target));
        continue;
      }
      const cpuStartMs = await cpuMsOf(redoubt.postgresPid, true);
      const watched = await watchLag(redoubt.origin, () => stretches.full(redoubt));
      catchUpMs.push(await untilCaughtUp(redoubt.origin, CATCH_UP_LIMIT_MS));
      // The projectors' work belongs to the events of the round, whenever it is done.
      postgresCpuMs += (await cpuMsOf(redoubt.postgresPid, true)) - cpuStartMs;
      lag = Math.max(lag, watched.lag);
      rounds.get(redoubt)?.push(watched.value);
    }
  }
  const events = (rounds.get(redoubt) ?? []).reduce((sum, round) => sum + round.answered, 0);
  const fullOf = (target: Target) => fullLoadOf(rounds.get(target) ?? []);
  return { fullOf, events, lag, catchUpMs, postgresCpuUs: (postgresCpuMs * 1000) / events };
};

const figuresOf = async (target: Target, full: TargetFigures['full'], half: HalfLoad): Promise<TargetFigures> => ({
  full,
  half,
  memoryMb: (await memoryBytesOf(target.pid, false)) / MB,
});

/**
 * Durable decisions per second of the whole path, against a bare Fastify route and against the same path without its
 * log. All targets and the load generator share the cores of one machine and take turns, so ratios mean something even
 * where absolute figures do not.
 */
export const measureIngest = async (
  options: IngestOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<Omit<IngestReport, 'fql'>> => {
  const { connections, seconds, say, profileDirectory } = options;
  const profiling = profileDirectory === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
  say('Starting the servers and making the bodies …');
  const [redoubt, withoutPersistence, generator] = await Promise.all([
    startRedoubt(profiling).then(keep),
    startWithoutPersistence(profiling).then(keep),
    startGenerator(options.bodies).then(keep),
  ]);
  const bareFastify = keep(await startBareFastify(await sampleAnswer(redoubt), redoubt.headers));
  const targets = [bareFastify, withoutPersistence, redoubt];
  const stretches = createStretches(generator, connections, seconds, say);

  if (options.withPlan) {
    say(`Publishing ${PLAN_CLAUSES} clauses and ${PLAN_VELOCITIES} velocities …`);
    for (const { dataDirectory, facts } of [redoubt, withoutPersistence]) await publishPlan(dataDirectory, facts);
  }
  say('Warming up …');
  for (const target of targets) await stretches.warmUp(target);
  await untilCaughtUp(redoubt.origin, CATCH_UP_LIMIT_MS);
  const diskStart = await diskBytes(redoubt.postgresDirectory, NOT_DATA);
  const measured = await runRounds(targets, redoubt, stretches, options);
  const diskEnd = await diskBytes(redoubt.postgresDirectory, NOT_DATA);
  const full = {
    bareFastify: measured.fullOf(bareFastify),
    withoutPersistence: measured.fullOf(withoutPersistence),
    redoubt: measured.fullOf(redoubt),
  };

  say('Half load of each:');
  const bareHalf = await stretches.half(bareFastify, full.bareFastify);
  const withoutHalf = await stretches.half(withoutPersistence, full.withoutPersistence);
  const half = await watchLag(redoubt.origin, () => stretches.half(redoubt, full.redoubt));

  return {
    at: new Date().toISOString(),
    machine: await readMachine(redoubt.postgresDirectory),
    plan: options.withPlan ? { clauses: PLAN_CLAUSES, velocities: PLAN_VELOCITIES } : null,
    bodies: generator.bodies,
    connections,
    secondsPerRound: seconds,
    redoubt: {
      ...(await figuresOf(redoubt, full.redoubt, half.value)),
      events: measured.events,
      postgresCpuUs: measured.postgresCpuUs,
      postgresMemoryMb: (await memoryBytesOf(redoubt.postgresPid, true)) / MB,
      diskBytesPerEvent: (diskEnd - diskStart) / measured.events,
      projectorLag: { full: measured.lag, half: half.lag },
      catchUpMs: measured.catchUpMs,
    },
    withoutPersistence: await figuresOf(withoutPersistence, full.withoutPersistence, withoutHalf),
    bareFastify: await figuresOf(bareFastify, full.bareFastify, bareHalf),
    ratios: {
      toBareFastify: full.redoubt.perSecond / full.bareFastify.perSecond,
      toWithoutPersistence: full.redoubt.perSecond / full.withoutPersistence.perSecond,
    },
  };
};
