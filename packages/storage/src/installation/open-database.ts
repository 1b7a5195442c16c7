import { fail } from '@redoubt/domain';
import { invariant, isAppError, isGuid } from '@redoubt/kernel';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { BootError } from '../boot-error.ts';
import { checkRuntimeRole, checkServer } from './boot-checks.ts';
import type { Database, TenantTransaction } from '../database/database.ts';
import { connectionsOf, type Connections, type PostgresServer } from '../database/connection.ts';
import { isConnectionLoss, sqlState } from '../database/errors.ts';
import type { Logger } from '../logger.ts';
import { makeLogPartitions } from '../log/partitions.ts';
import { migrate } from './migrate.ts';
import { createPool, typeParsers } from '../database/pools.ts';
import { APP_ROLE, INGEST_ROLE } from '../database/role-names.ts';
import { ensureRoles, withClient } from '../database/roles.ts';
import type { Schema } from '../schema/schema.ts';

type DatabaseOptions = {
  readonly server: PostgresServer;
  readonly log: Logger;
  /** Database on an embedded server; `redoubt` unless said otherwise. */
  readonly databaseName?: string;
  /** Longest statement of search and reports. */
  readonly reportsTimeoutMs?: number;
  readonly poolSizes?: { readonly app: number; readonly ingest: number; readonly reports: number };
  /** True where this process has opened the database before: roles, schema and logins are as they have to be. */
  readonly isPrepared?: boolean;
};

const POOL_SIZES = { app: 10, ingest: 6, reports: 6 };
const REPORTS_TIMEOUT_MS = 10_000;

const unreachable = (connections: Connections, error: unknown): BootError => {
  const where = connections.admin === undefined ? 'The PostgreSQL of DATABASE_URL' : 'The embedded database';
  const code = sqlState(error);
  const message = error instanceof Error && error.message !== '' ? error.message : (code ?? 'unknown error');
  return new BootError(`${where} cannot be used: ${message}.`, { cause: error });
};

const boot = async (connections: Connections, log: Logger): Promise<void> => {
  await ensureRoles(connections);
  await withClient(connections.owner, checkServer);
  const applied = await migrate(connections.owner);
  if (applied.length > 0) log.info({ applied }, 'database schema brought up to date');
  await withClient(connections.owner, makeLogPartitions);
  await withClient(connections.app, (client) => checkRuntimeRole(client, APP_ROLE));
  await withClient(connections.ingest, async (client) => {
    await checkRuntimeRole(client, INGEST_ROLE);
    // A login may carry settings of its own, and this one writes the log.
    await checkServer(client);
  });
};

const translate = (error: unknown): unknown => {
  if (isAppError(error)) return error;
  if (sqlState(error) === '57014') return fail('SRCH-TIMEOUT', {}, error);
  // A deadlock: PostgreSQL ended one of two transactions that waited for each other, and a repeat goes through.
  if (sqlState(error) === '40P01') return fail('REQ-OVERLOADED', {}, error);
  if (isConnectionLoss(error)) return fail('SRV-LOG-UNAVAILABLE', {}, error);
  return error;
};

/**
 * Opens the database: makes roles and schema, refuses a server or a login that could lose or mix up data, and gives one
 * pool per purpose. Throws `BootError` with a sentence for the operator.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { server, log } = options;
  const connections = connectionsOf(server, options.databaseName ?? 'redoubt');
  try {
    if (options.isPrepared !== true) await boot(connections, log);
  } catch (error) {
    if (error instanceof BootError) throw error;
    if (isConnectionLoss(error) || /^(28|3D|42501|08|53)/.test(sqlState(error) ?? ''))
      throw unreachable(connections, error);
    throw error;
  }

  const sizes = options.poolSizes ?? POOL_SIZES;
  const pools = {
    app: createPool(connections.app, { name: 'app', max: sizes.app }, log),
    ingest: createPool(connections.ingest, { name: 'ingest', max: sizes.ingest }, log),
    reports: createPool(
      connections.app,
      { name: 'reports', max: sizes.reports, statementTimeoutMs: options.reportsTimeoutMs ?? REPORTS_TIMEOUT_MS },
      log,
    ),
  };
  const over = (pool: pg.Pool) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const app = over(pools.app);
  const reports = over(pools.reports);

  const scoped = async <T>(
    db: Kysely<Schema>,
    readOnly: boolean,
    tenantId: string,
    work: (trx: TenantTransaction) => Promise<T>,
  ): Promise<T> => {
    invariant(isGuid(tenantId), 'a tenant id is a GUID');
    const builder = readOnly ? db.transaction().setAccessMode('read only') : db.transaction();
    try {
      return await builder.execute(async (trx) => {
        await sql`select set_config('redoubt.tenant_id', ${tenantId}, true)`.execute(trx);
        return work(trx);
      });
    } catch (error) {
      throw translate(error);
    }
  };

  let closing: Promise<void> | undefined;
  return {
    inTenant: (tenantId, work) => scoped(app, false, tenantId, work),
    readTenant: (tenantId, work) => scoped(reports, true, tenantId, work),
    listTenants: async () => {
      const { rows } = await pools.ingest.query<{ tenantId: string; name: string }>(
        'select tenant_id as "tenantId", name from tenant order by name, tenant_id',
      );
      return rows;
    },
    pools,
    ingestConfig: { ...connections.ingest, types: typeParsers },
    log,
    close: () => (closing ??= Promise.all(Object.values(pools).map((pool) => pool.end())).then(() => undefined)),
  };
};
