import pg from 'pg';
import type { Database } from '../database/database.ts';

/** Lets the database notice within some ten seconds that the machine of a node is gone. */
const KEEP_ALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';
const CONNECT_MS = 3000;

const LOCKS = { alone: 'pg_try_advisory_lock', shared: 'pg_try_advisory_lock_shared' } as const;

/** Whether one node holds a lock, or several together. */
export type LockShare = keyof typeof LOCKS;

/**
 * A session that holds an advisory lock, until it ends or its process does; undefined where another one holds it.
 *
 * @param name of the lock, `decisions`; sessions are named by it.
 */
export const tryHoldLock = async (
  { ingestConfig }: Pick<Database, 'ingestConfig'>,
  name: string,
  share: LockShare,
): Promise<pg.Client | undefined> => {
  const client = new pg.Client({
    ...ingestConfig,
    application_name: `redoubt ${name}`,
    options: KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(`select ${LOCKS[share]}(hashtext($1)) as held`, [
    `redoubt.${name}`,
  ]);
  if (rows[0]?.held === true) return client;
  await client.end();
  return undefined;
};
