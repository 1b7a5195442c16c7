import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../database/database.ts';
import { BootError } from '../embedded/boot-error.ts';

/** Held while a node decides; lets another one begin when it is released or its process ends. */
export type DecisionClaim = { readonly release: () => Promise<void> };

/** A predecessor that was killed may still be on its way out. */
const PATIENCE_MS = 3000;
const RETRY_MS = 200;

/** Lets the database notice within some ten seconds that the machine of a node is gone. */
const KEEP_ALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

const SENTENCE =
  'Another node decides events on this database already, and nodes cannot share their state yet; start this one with ' +
  'REDOUBT_ROLES=console,projectors.';

/** A session that holds the lock; undefined where another one does. */
const tryHold = async (database: Database): Promise<pg.Client | undefined> => {
  const client = new pg.Client({
    ...database.ingestConfig,
    application_name: 'redoubt decisions',
    options: KEEP_ALIVE,
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtext('redoubt.decisions')) as held`,
  );
  if (rows[0]?.held === true) return client;
  await client.end();
  return undefined;
};

/** Waits for the lock as long as a predecessor may need; a database that is away is waited for. */
const hold = async (database: Database, isOver: () => boolean): Promise<pg.Client | undefined> => {
  let takenSinceMs: number | undefined;
  while (!isOver()) {
    try {
      const client = await tryHold(database);
      if (client !== undefined) return client;
      takenSinceMs ??= performance.now();
      if (performance.now() - takenSinceMs > PATIENCE_MS) return undefined;
    } catch {
      takenSinceMs = undefined;
    }
    await delay(RETRY_MS);
  }
  return undefined;
};

/**
 * Makes this the one node that decides on the database, by an advisory lock of a session. A session that breaks is made
 * again; `onLost` is called where another node has taken the place meanwhile, and this one must stop deciding.
 *
 * @throws `BootError` where another node holds it.
 */
export const claimDecisions = async (
  database: Database,
  onLost: (error: BootError) => void,
): Promise<DecisionClaim> => {
  let released = false;
  let client = await hold(database, () => released);
  if (client === undefined) throw new BootError(SENTENCE);

  const watch = (held: pg.Client): void => {
    held.once('end', () => {
      if (!released) void regain();
    });
  };
  const regain = async (): Promise<void> => {
    database.log.warn({}, 'the claim to decide lost its connection; making it again');
    const again = await hold(database, () => released);
    if (released) {
      await again?.end();
      return;
    }
    if (again === undefined) {
      onLost(new BootError(SENTENCE));
      return;
    }
    client = again;
    watch(again);
  };
  watch(client);
  return {
    release: async () => {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
};
