import { setTimeout as delay } from 'node:timers/promises';
import { findDamageIn } from './damage.ts';
import { startMerchants, type Merchants } from './merchants.ts';
import {
  demonstrationFacts,
  freePort,
  killPostgres,
  spawnServer,
  untilReady,
  type ServerProcess,
} from './server-process.ts';
import { watchSnapshots } from './snapshot-watch.ts';
import { everyReadIsWhatTheLogHeld, publishVelocityRule, velocitiesEqualARecount } from './velocities.ts';

/** What is killed in a round. */
export type Victim = 'server' | 'postgres' | 'both';

export type KillRound = {
  readonly victim: Victim;
  /** From the kill to the first answer to a call that began after it, the start of the next process included. */
  readonly readyAgainMs: number;
  /** Purchases acknowledged so far. */
  readonly acknowledged: number;
};

export type KillRoundsResult = {
  readonly rounds: readonly KillRound[];
  readonly acknowledged: number;
  readonly observations: number;
  readonly repeated: number;
  /** Snapshots of velocities that a kill cut off. */
  readonly tornSnapshots: number;
  /** What was lost, doubled or answered otherwise than stored; nothing where all is well. */
  readonly damage: readonly string[];
};

export type KillRoundsOptions = {
  /** An empty directory. */
  readonly dataDirectory: string;
  readonly rounds: number;
  readonly merchants: number;
  /** Purchases acknowledged between two kills at least. */
  readonly eventsPerRound: number;
  readonly seed: number;
  /** Answering threads of the server; none where absent. */
  readonly threads?: number;
  readonly onRound?: (round: KillRound) => void;
};

const VICTIMS: readonly Victim[] = ['server', 'postgres', 'both'];
const POLL_MS = 5;
/** Few, so that most rounds write a snapshot of velocities, and starts find one. */
const SNAPSHOT_EVENTS = '40';

/** Waits until so many purchases have been acknowledged, or a merchant met what it cannot get over. */
export const untilAcknowledged = async (merchants: Merchants, count: number): Promise<void> => {
  let isOver = false;
  // A merchant that gave up ends the wait, and `stop` tells why.
  merchants.nextAnswer().catch(() => (isOver = true));
  while (merchants.acknowledged.size < count && !isOver) await delay(POLL_MS);
};

/** Ends whatever a run left behind. */
export const endAll = async (dataDirectory: string, server: ServerProcess): Promise<void> => {
  await server.kill();
  await killPostgres(dataDirectory);
};

/**
 * Kills the server, its PostgreSQL or both with SIGKILL while merchants send, again and again, each time as soon as
 * enough was acknowledged since, and the server alone in the middle of a snapshot; then looks for damage.
 */
export const runKillRounds = async (options: KillRoundsOptions): Promise<KillRoundsResult> => {
  const { dataDirectory, threads = 0 } = options;
  const port = await freePort();
  const variables = { VELOCITY_SNAPSHOT_EVENTS: SNAPSHOT_EVENTS, ANSWERING_THREADS: String(threads) };
  const spawn = () => spawnServer({ dataDirectory, port, variables });
  let server = spawn();
  try {
    await untilReady(server);
    const facts = await demonstrationFacts(dataDirectory);
    await publishVelocityRule(dataDirectory, facts);
    const { origin } = server;
    const merchants = await startMerchants({ facts, origin, count: options.merchants, seed: options.seed });
    const rounds: KillRound[] = [];
    let tornSnapshots = 0;
    for (let round = 0; round < options.rounds; round += 1) {
      await untilAcknowledged(merchants, merchants.acknowledged.size + options.eventsPerRound);
      const victim = VICTIMS[round % VICTIMS.length] ?? 'server';
      const snapshots = victim === 'server' ? await watchSnapshots(dataDirectory) : undefined;
      await snapshots?.untilOneIsBeingWritten();
      const killedMs = performance.now();
      if (victim !== 'postgres') await server.kill();
      if (victim !== 'server') await killPostgres(dataDirectory);
      if (await snapshots?.isOneUnfinished()) tornSnapshots += 1;
      await snapshots?.close();
      if (victim !== 'postgres') server = spawn();
      await merchants.nextAnswer();
      const done: KillRound = {
        victim,
        readyAgainMs: performance.now() - killedMs,
        acknowledged: merchants.acknowledged.size,
      };
      rounds.push(done);
      options.onRound?.(done);
    }
    // On a slow machine every kill may have come before a snapshot was whole; the check of velocities begins from one.
    const last = await watchSnapshots(dataDirectory);
    await last.untilOneIsWhole();
    await last.close();
    await merchants.stop();
    const exitCode = await server.stop();
    const checks = [everyReadIsWhatTheLogHeld, velocitiesEqualARecount(dataDirectory)];
    const damage = await findDamageIn(dataDirectory, facts, merchants, checks);
    return {
      rounds,
      acknowledged: merchants.acknowledged.size,
      observations: merchants.observations(),
      repeated: merchants.repeated(),
      tornSnapshots,
      damage: exitCode === 0 ? damage : [`the server ended with ${exitCode}: ${server.output()}`, ...damage],
    };
  } finally {
    await endAll(dataDirectory, server);
  }
};
