import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { BootError } from '../boot-error.ts';
import { areBeforeFirstRelease, beforeFirstRelease } from '../migrations/before-first-release.ts';
import { MIGRATIONS } from '../migrations/index.ts';

const TABLE = 'schema_migration';

/** The migrations in a database that this release does not have are those of a newer one, or of no release. */
const refusal = async (db: Kysely<never>, cause: Error): Promise<BootError> => {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db);
  const sentence = areBeforeFirstRelease(rows.map(({ name }) => name))
    ? beforeFirstRelease('The database')
    : 'The database was written by a newer release of Redoubt; start that release.';
  return new BootError(sentence, { cause });
};

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
      migrationTableName: TABLE,
      migrationLockTableName: 'schema_migration_lock',
      // Before a release, branches take numbers side by side, so a lower one may arrive later.
      allowUnorderedMigrations: true,
      disableTransactions,
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error instanceof Error && /corrupted migrations/.test(error.message)) {
      throw await refusal(db, error);
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
 * written by a newer release, or by a build before the first one, is refused.
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
