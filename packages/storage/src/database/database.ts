import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from '../logger.ts';
import type { Schema } from '../schema/schema.ts';

/** A transaction that sees one tenant. Repositories take it as their first argument. */
export type TenantTransaction = Transaction<Schema>;

export type Database = {
  /** Runs `work` in a transaction of the `app` role that sees only this tenant. */
  readonly inTenant: <T>(tenantId: string, work: (trx: TenantTransaction) => Promise<T>) => Promise<T>;
  /**
   * The same, read only, on the pool of search and reports. A statement that takes too long fails with SRCH-TIMEOUT.
   */
  readonly readTenant: <T>(tenantId: string, work: (trx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** Every tenant of this installation: the one question that is asked without a tenant. */
  readonly listTenants: () => Promise<readonly { readonly tenantId: string; readonly name: string }[]>;
  /** The raw pools: for the log and the projectors inside this package, and for tests that go past the repositories. */
  readonly pools: { readonly app: pg.Pool; readonly ingest: pg.Pool; readonly reports: pg.Pool };
  /** Address of the ingest role, for connections held outside a pool (LISTEN, advisory locks). */
  readonly ingestConfig: pg.ClientConfig;
  readonly log: Logger;
  readonly close: () => Promise<void>;
};
