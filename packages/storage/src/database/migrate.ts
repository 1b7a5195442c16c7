import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { BootError } from '../embedded/boot-error.ts';
import { MIGRATIONS } from '../migrations/index.ts';

/**
 * Brings the schema up to this release, as the owner. Forward only; nodes that start together take turns. A database
 * written by a newer release is refused. `only` stops at the schema of an earlier release, which a restore begins with.
 */
export const migrate = async (
  config: pg.ClientConfig,
  only: readonly string[] = Object.keys(MIGRATIONS),
): Promise<readonly string[]> => {
  const wanted = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => only.includes(name)));
  const pool = new pg.Pool({ ...config, max: 2 });
  pool.on('error', () => undefined);
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(wanted) },
      migrationTableName: 'schema_migration',
      migrationLockTableName: 'schema_migration_lock',
      // Features number their migrations in ranges of their own, so a lower number may arrive later.
      allowUnorderedMigrations: true,
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
