import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { BootError } from '../boot-error.ts';
import { MIGRATIONS } from '../migrations/index.ts';

const migrateOver = async (
  dialect: PostgresDialect,
  only: readonly string[],
  disableTransactions: boolean,
): Promise<readonly string[]> => {
  const wanted = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => only.includes(name)));
  const db = new Kysely<never>({ dialect });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(wanted) },
      migrationTableName: 'schema_migration',
      migrationLockTableName: 'schema_migration_lock',
      // Features number their migrations in ranges of their own, so a lower number may arrive later.
      allowUnorderedMigrations: true,
      disableTransactions,
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error instanceof Error && /corrupted migrations/.test(error.message)) {
      throw new BootError('The database was written by a newer release of Redoubt; start that release.', {
        cause: error,
      });
    }
    const failed = results.find((result) => result.status === 'Error');
    if (error !== undefined) {
      throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
    }
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
};

/**
 * Brings the schema up to this release, as the owner. Forward only; nodes that start together take turns. A database
 * written by a newer release is refused.
 */
export const migrate = (config: pg.ClientConfig): Promise<readonly string[]> => {
  const pool = new pg.Pool({ ...config, max: 2 });
  pool.on('error', () => undefined);
  return migrateOver(new PostgresDialect({ pool }), Object.keys(MIGRATIONS), false);
};

/**
 * The same in the open transaction of a session, so that the schema comes with what else it does or not at all. `only`
 * stops at the schema of an earlier release, which a restore begins with.
 */
export const migrateWithin = (
  client: pg.Client,
  only: readonly string[] = Object.keys(MIGRATIONS),
): Promise<readonly string[]> => {
  const session = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: () => Promise.resolve(session), end: () => Promise.resolve(), options: {} };
  return migrateOver(new PostgresDialect({ pool }), only, true);
};
