import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionsOf, type PostgresServer } from '../database/connection.ts';
import type { SealedKeys } from '../keys/installation-keys.ts';
import { migrateWithin } from '../installation/migrate.ts';
import { ensureRoles, withClient } from '../database/roles.ts';
import { areBeforeFirstRelease, beforeFirstRelease } from '../migrations/before-first-release.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { BackupError } from './backup-error.ts';
import type { PackagedTenant } from './tenant-rows.ts';
import { checkFiles, damaged, readManifest, tableFile, type BackedUpTable, type BackupManifest } from './manifest.ts';

/** A backup that is whole and of a release this one knows. */
export type CheckedBackup = { readonly directory: string; readonly manifest: BackupManifest };

/** Of a package of one tenant, as the new installation keeps them. */
export type RestoredKeys = {
  /** What opens the rows. */
  readonly installation: SealedKeys;
  /** What the rows of the tenant are hashed with, sealed. */
  readonly ofTenant: string;
};

type RestoreOptions = {
  /** A database without tables; one of the embedded server is made. */
  readonly server: PostgresServer;
  readonly backup: CheckedBackup;
  readonly databaseName?: string;
  /** A package of a tenant brings no keys in its tables. */
  readonly keys?: RestoredKeys;
  /** Called with each table before it is loaded. */
  readonly progress: (table: string) => void;
  /** Ends it early with an `AbortError`. */
  readonly stop?: AbortSignal;
};

const requireNoTables = async (client: pg.Client, server: PostgresServer): Promise<void> => {
  const { rows } = await client.query<{ database: string; tables: number }>(
    `select current_database() as database, count(*)::int as tables from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const [found] = rows;
  if (found === undefined || found.tables === 0) return;
  throw new BackupError(
    `The database ${found.database} has tables already, and a restore overwrites nothing; ` +
      (server.kind === 'embedded' ? 'set REDOUBT_DATA to a new directory.' : 'create an empty one.'),
  );
};

const requireKnownSchema = ({ migrations }: BackupManifest): void => {
  if (migrations.every((name) => name in MIGRATIONS)) return;
  if (areBeforeFirstRelease(migrations)) throw new BackupError(beforeFirstRelease('The backup'));
  throw new BackupError('The backup was written by a newer release of Redoubt; restore it with that release.');
};

const copyIn = async (
  client: pg.Client,
  { backup: { directory }, stop }: RestoreOptions,
  table: BackedUpTable,
): Promise<void> => {
  const name = client.escapeIdentifier(table.name);
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
  const file = createReadStream(tableFile(directory, table.name));
  await pipeline(file, createZstdDecompress(), rows, stop === undefined ? {} : { signal: stop });
  if (rows.rowCount !== table.rows) throw damaged(directory, table.name);
};

/** Rows cannot be copied into a table whose owner is held by row-level security, so that rests until all are in. */
const withoutForce = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity order by relname`,
  );
  const forced = rows.map(({ name }) => client.escapeIdentifier(name));
  for (const name of forced) await client.query(`alter table ${name} no force row level security`);
  await work();
  // A table cannot be altered while foreign keys that are checked at the end of the transaction wait for that.
  await client.query('set constraints all immediate');
  for (const name of forced) await client.query(`alter table ${name} force row level security`);
};

const load = async (client: pg.Client, options: RestoreOptions): Promise<void> => {
  const { manifest } = options.backup;
  const quote = (name: string): string => client.escapeIdentifier(name);
  for (const { name, parent, bounds } of manifest.partitions) {
    await client.query(`create table if not exists ${quote(name)} partition of ${quote(parent)} ${bounds}`);
  }
  await withoutForce(client, async () => {
    for (const table of manifest.tables) {
      options.progress(table.name);
      // What a migration writes itself, such as the head of the stream, is in the backup as well.
      await client.query(`delete from ${quote(table.name)}`);
      await copyIn(client, options, table);
    }
  });
  for (const { name, value, called } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quote(name), value, called]);
  }
};

const putKeys = async (client: pg.Client, { installation, ofTenant }: RestoredKeys): Promise<void> => {
  const { keyCheck, sealed } = installation;
  await client.query('update tenant set hashing_key = $1', [ofTenant]);
  const insert = 'insert into installation_key (ordinal, key_check, sealed) values (0, $1, $2)';
  await client.query(insert, [keyCheck, sealed]);
};

const check = async (directory: string, manifest: BackupManifest): Promise<CheckedBackup> => {
  requireKnownSchema(manifest);
  await checkFiles(directory, manifest);
  return { directory, manifest };
};

/** Reads a backup once: every file is compared with its checksum. @throws `BackupError` where it cannot be restored. */
export const checkBackup = async (directory: string): Promise<CheckedBackup> => {
  const manifest = await readManifest(directory);
  const { tenant } = manifest;
  if (tenant === undefined) return check(directory, manifest);
  throw new BackupError(
    `${directory} holds the tenant ${tenant.name} alone; bring it in with "redoubt tenant import".`,
  );
};

/** The same for a package of one tenant. @throws `BackupError` where it cannot be brought in. */
export const checkTenantPackage = async (
  directory: string,
): Promise<CheckedBackup & { readonly tenant: PackagedTenant }> => {
  const manifest = await readManifest(directory);
  const { tenant } = manifest;
  if (tenant !== undefined) return { ...(await check(directory, manifest)), tenant };
  throw new BackupError(`${directory} holds a backup of every tenant; bring it back with "redoubt restore".`);
};

/**
 * Brings a backup into an empty database: the schema it was written under, its rows, then the migrations since. All of it
 * is one transaction: a restore that fails, or is killed, leaves the database empty and can be tried again. Nothing may
 * use the database meanwhile.
 *
 * @throws `BackupError`, `BootError` with a sentence for the operator.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<void> => {
  const connections = connectionsOf(options.server, options.databaseName ?? 'redoubt');
  await ensureRoles(connections);
  await withClient(connections.owner, async (client) => {
    await requireNoTables(client, options.server);
    await client.query("set timezone = 'UTC'; set statement_timeout = 0");
    await client.query('begin');
    await migrateWithin(client, options.backup.manifest.migrations);
    await load(client, options);
    await migrateWithin(client);
    if (options.keys !== undefined) await putKeys(client, options.keys);
    await client.query('commit');
    await client.query('analyze');
  });
};
