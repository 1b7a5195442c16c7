import pg from 'pg';
import type { Logger } from '../logger.ts';

const INT8 = 20;

/**
 * Parsers of this product, on our pools only: `bigint` becomes a number on purpose. Positions, versions, counts and
 * money in 1e-4 units stay below 2^53 (9e15); a value beyond would be a bug and throws.
 */
const parseBigint = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
};

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? parseBigint
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export type PoolSettings = {
  readonly name: string;
  readonly max: number;
  readonly statementTimeoutMs?: number;
  /** Longest wait for a connection, new or free. */
  readonly connectTimeoutMs?: number;
  /** Plans a named statement once for all values: for few statements that are alike, in which planning would be most of the work. */
  readonly plansOnce?: boolean;
};

/** A pool that survives the loss of its connections: an idle one that breaks is logged and dropped. */
export const createPool = (config: pg.ClientConfig, settings: PoolSettings, log: Logger): pg.Pool => {
  const pool = new pg.Pool({
    ...config,
    max: settings.max,
    types: typeParsers,
    application_name: `redoubt ${settings.name}`,
    options: `-c TimeZone=UTC${settings.plansOnce === true ? ' -c plan_cache_mode=force_generic_plan' : ''}`,
    connectionTimeoutMillis: settings.connectTimeoutMs ?? 5000,
    idleTimeoutMillis: 30_000,
    ...(settings.statementTimeoutMs === undefined ? {} : { statement_timeout: settings.statementTimeoutMs }),
  });
  pool.on('error', (error) => {
    // The error carries its client, which is too much for a log; a pool that is ending breaks its connections itself.
    if (pool.ending) return;
    log.warn({ reason: error.message, pool: settings.name }, 'an idle database connection broke');
  });
  // A connection that breaks while it is in use also fails its query; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
