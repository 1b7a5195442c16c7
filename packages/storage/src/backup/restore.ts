import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionsOf, type PostgresServer } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { ensureRoles, withClient } from '../database/roles.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { BackupError } from './backup-error.ts';
import { checkFiles, damaged, readManifest, tableFile, type BackedUpTable, type BackupManifest } from './manifest.ts';

/** A backup that is whole and of a release this one knows. */
export type CheckedBackup = { readonly directory: string; readonly manifest: BackupManifest };

type RestoreOptions = {
  /** A database without tables; one of the embedded server is made. */
  readonly server: PostgresServer;
  readonly backup: CheckedBackup;
  readonly databaseName?: string;
  /** Told each table before it is loaded. */
  readonly progress: (table: string) => void;
  /** Ends it early with an `AbortError`. */
  readonly stop?: AbortSignal;
};

const requireNoTables = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ database: string; tables: number }>(
    `select current_database() as database, count(*)::int as tables from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const [found] = rows;
  if (found === undefined || found.tables === 0) return;
  throw new BackupError(
    `The database ${found.database} has tables already, and a restore overwrites nothing; create an empty one.`,
  );
};

const requireKnownSchema = (manifest: BackupManifest): void => {
  if (manifest.migrations.every((name) => name in MIGRATIONS)) return;
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

/** Rows cannot be copied into a table whose owner is held by row-level security, so that rests until they are in. */
const withoutForce = async (client: pg.Client, table: string, work: () => Promise<void>): Promise<void> => {
  const name = client.escapeIdentifier(table);
  const { rows } = await client.query<{ forced: boolean }>(
    'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
    [name],
  );
  const isForced = rows[0]?.forced === true;
  if (isForced) await client.query(`alter table ${name} no force row level security`);
  await work();
  if (isForced) await client.query(`alter table ${name} force row level security`);
};

/** Everything in one transaction: a restore that fails leaves no rows behind. */
const load = async (client: pg.Client, options: RestoreOptions): Promise<void> => {
  const { manifest } = options.backup;
  const quote = (name: string): string => client.escapeIdentifier(name);
  await client.query("set timezone = 'UTC'; set statement_timeout = 0");
  await client.query('begin');
  for (const { name, parent, bounds } of manifest.partitions) {
    await client.query(`create table if not exists ${quote(name)} partition of ${quote(parent)} ${bounds}`);
  }
  for (const table of manifest.tables) {
    options.progress(table.name);
    await withoutForce(client, table.name, async () => {
      // What a migration writes itself, such as the head of the stream, is in the backup as well.
      await client.query(`delete from ${quote(table.name)}`);
      await copyIn(client, options, table);
    });
  }
  for (const { name, value, called } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quote(name), value, called]);
  }
  await client.query('commit');
};

/** Reads a backup once: every file is compared with its checksum. @throws `BackupError` where it cannot be restored. */
export const checkBackup = async (directory: string): Promise<CheckedBackup> => {
  const manifest = await readManifest(directory);
  requireKnownSchema(manifest);
  await checkFiles(directory, manifest);
  return { directory, manifest };
};

/**
 * Brings a backup into an empty database: the schema it was written under, its rows, then the migrations since. Nothing
 * may use the database meanwhile.
 *
 * @throws `BackupError`, `BootError` with a sentence for the operator.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<void> => {
  const connections = connectionsOf(options.server, options.databaseName ?? 'redoubt');
  await ensureRoles(connections);
  const { owner } = connections;
  await withClient(owner, requireNoTables);
  await migrate(owner, options.backup.manifest.migrations);
  await withClient(owner, (client) => load(client, options));
  await migrate(owner);
  await withClient(owner, (client) => client.query('analyze'));
};
