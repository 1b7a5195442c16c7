import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, silentLogger, startEmbeddedPostgres } from '@redoubt/storage';
import pg from 'pg';
import { findDamage } from './checks.ts';
import { startMerchants, type Merchants } from './merchants.ts';
import {
  demonstrationFacts,
  freePort,
  killPostgres,
  spawnServer,
  untilReady,
  type ServerProcess,
} from './server-process.ts';

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
  /** What was lost, doubled or told otherwise than stored; nothing where all is well. */
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
  readonly onRound?: (round: KillRound) => void;
};

const VICTIMS: readonly Victim[] = ['server', 'postgres', 'both'];
const POLL_MS = 5;

const untilAcknowledged = async (merchants: Merchants, count: number): Promise<void> => {
  let isOver = false;
  // A merchant that gave up ends the wait, and `stop` tells why.
  merchants.nextAnswer().catch(() => (isOver = true));
  while (merchants.acknowledged.size < count && !isOver) await delay(POLL_MS);
};

const findDamageIn = async (
  dataDirectory: string,
  place: { readonly tenantId: string; readonly environmentId: string },
  merchants: Merchants,
): Promise<readonly string[]> => {
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  const database = await openDatabase({ server, log: silentLogger });
  const admin = new pg.Client({
    host: server.socketDirectory,
    user: 'redoubt_admin',
    password: server.secrets.admin,
    database: 'redoubt',
  });
  await admin.connect();
  try {
    return await findDamage({
      database,
      query: async <Row extends pg.QueryResultRow>(text: string) => (await admin.query<Row>(text)).rows,
      tenantId: place.tenantId,
      environmentId: place.environmentId,
      acknowledged: merchants.acknowledged,
      observations: merchants.observations(),
    });
  } finally {
    await admin.end();
    await database.close();
    await server.stop();
  }
};

/** Ends whatever a run that failed left behind. */
const endAll = async (dataDirectory: string, server: ServerProcess): Promise<void> => {
  await server.kill();
  await killPostgres(dataDirectory);
};

/**
 * Kills the server, its PostgreSQL or both with SIGKILL while merchants send, again and again, each time as soon as
 * enough was acknowledged since; then looks for damage.
 */
export const runKillRounds = async (options: KillRoundsOptions): Promise<KillRoundsResult> => {
  const { dataDirectory } = options;
  const port = await freePort();
  let server = spawnServer({ dataDirectory, port });
  try {
    await untilReady(server);
    const facts = await demonstrationFacts(dataDirectory);
    const { origin } = server;
    const merchants = await startMerchants({ facts, origin, count: options.merchants, seed: options.seed });
    const rounds: KillRound[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      await untilAcknowledged(merchants, merchants.acknowledged.size + options.eventsPerRound);
      const victim = VICTIMS[round % VICTIMS.length] ?? 'server';
      const killedMs = performance.now();
      if (victim !== 'postgres') await server.kill();
      if (victim !== 'server') await killPostgres(dataDirectory);
      if (victim !== 'postgres') server = spawnServer({ dataDirectory, port });
      await merchants.nextAnswer();
      const done: KillRound = {
        victim,
        readyAgainMs: performance.now() - killedMs,
        acknowledged: merchants.acknowledged.size,
      };
      rounds.push(done);
      options.onRound?.(done);
    }
    await merchants.stop();
    const exitCode = await server.stop();
    const damage = await findDamageIn(dataDirectory, facts, merchants);
    return {
      rounds,
      acknowledged: merchants.acknowledged.size,
      observations: merchants.observations(),
      repeated: merchants.repeated(),
      damage: exitCode === 0 ? damage : [`the server ended with ${exitCode}: ${server.output()}`, ...damage],
    };
  } finally {
    await endAll(dataDirectory, server);
  }
};
