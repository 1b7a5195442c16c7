import type { Database } from '../database/database.ts';

/** How many nodes decide on a database, as of a moment ago. */
export type DecidingNodes = { readonly count: () => number; readonly close: () => Promise<void> };

const EVERY_MS = 5000;

/** Holders of the claim that `claimDecisions` takes: a key of 64 bits stands in `pg_locks` in two halves. */
const COUNT = `select count(*)::int as nodes from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and objid = (hashtext('redoubt.decisions')::bigint & 4294967295)::oid`;

/** Counts the nodes that hold the claim to decide, now and every few seconds; keeps the last count while it cannot. */
export const watchDecidingNodes = async (database: Database, everyMs = EVERY_MS): Promise<DecidingNodes> => {
  let nodes = 1;
  const look = async (): Promise<void> => {
    try {
      const { rows } = await database.pools.ingest.query<{ nodes: number }>(COUNT);
      nodes = Math.max(1, rows[0]?.nodes ?? 1);
    } catch (error) {
      database.log.warn({ err: error }, 'the nodes that decide could not be counted; trying again');
    }
  };
  await look();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  timer.unref();
  return {
    count: () => nodes,
    close: () => {
      clearInterval(timer);
      return looking;
    },
  };
};
