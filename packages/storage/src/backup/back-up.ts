import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectionsOf, type PostgresServer } from '../database/connection.ts';
import { withClient } from '../database/roles.ts';
import { BackupError } from './backup-error.ts';
import { readMigrations, readPartitions, readSequences, readTables, type TableContents } from './contents.ts';
import { manifestFile, requireEmpty, tableFile, type BackedUpTable, type BackupManifest } from './manifest.ts';
import { tenantRows, type PackagedTenant } from './tenant-rows.ts';

type BackUpOptions = {
  readonly server: PostgresServer;
  /** Must not exist yet, or be empty. */
  readonly directory: string;
  readonly databaseName?: string;
  readonly takenAt: Date;
  /** The one tenant to copy; every one where absent. */
  readonly tenant?: PackagedTenant;
  /** Called with each table before it is copied. */
  readonly progress: (table: string) => void;
  /** Ends it early with an `AbortError`. */
  readonly stop?: AbortSignal;
};

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const copyOut = async (
  client: pg.Client,
  { directory, stop, tenant }: BackUpOptions,
  table: TableContents,
): Promise<BackedUpTable | undefined> => {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const everything = `select ${columns} from ${client.escapeIdentifier(table.name)}`;
  const query = tenant === undefined ? everything : tenantRows(client, table, tenant);
  if (query === undefined) return undefined;
  const rows = client.query(copyTo(`copy (${query}) to stdout`));
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  // `flush`: an answer of this command means it is on disk.
  const file = createWriteStream(tableFile(directory, table.name), { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(rows, createZstdCompress(COMPRESSION), measure, file, stop === undefined ? {} : { signal: stop });
  return { ...table, rows: rows.rowCount, bytes, sha256: hash.digest('hex') };
};

/** Takes what was renamed or made in a directory to disk. */
const flushDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const lastPosition = async (client: pg.Client): Promise<number> =>
  Number((await client.query<{ position: string }>('select position::text from stream')).rows[0]?.position ?? 0);

const copyEverything = async (client: pg.Client, options: BackUpOptions): Promise<BackupManifest> => {
  const { takenAt, progress } = options;
  await client.query("set timezone = 'UTC'; set statement_timeout = 0");
  await client.query('begin isolation level repeatable read, read only');
  const contents = await readTables(client);
  if (!contents.some(({ name }) => name === 'commit_batch')) {
    throw new BackupError('The database holds no data of Redoubt, so there is nothing to back up.');
  }
  // Held to the end: no migration changes a table that has yet to be copied.
  await client.query(
    `lock table ${contents.map(({ name }) => client.escapeIdentifier(name)).join(', ')} in access share mode`,
  );
  const version = await client.query<{ server_version: string }>('show server_version');
  const facts = {
    position: await lastPosition(client),
    postgres: version.rows[0]?.server_version ?? '',
    migrations: await readMigrations(client),
    partitions: await readPartitions(client),
  };
  const tables: BackedUpTable[] = [];
  for (const table of contents) {
    progress(table.name);
    const copied = await copyOut(client, options, table);
    if (copied !== undefined) tables.push(copied);
  }
  const sequences = await readSequences(client);
  await client.query('commit');
  const ofTenant = options.tenant === undefined ? {} : { tenant: options.tenant };
  return { format: 1, takenAt: takenAt.toISOString(), ...ofTenant, ...facts, sequences, tables };
};

const explain = (error: unknown, directory: string): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new BackupError(`The disk that holds ${directory} is full.`, { cause: error });
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR') {
    return new BackupError(`${directory} cannot be written (${code}).`, { cause: error });
  }
  return error;
};

/**
 * Copies a running database as it stood at one moment into a directory: one repeatable-read transaction, so that the log
 * and every projection belong together, while events keep coming in. What was written of a backup that fails is removed.
 *
 * @throws `BackupError` with a sentence for the operator.
 */
export const backUp = async (options: BackUpOptions): Promise<BackupManifest> => {
  const { directory } = options;
  await requireEmpty(directory);
  const connections = connectionsOf(options.server, options.databaseName ?? 'redoubt');
  try {
    await mkdir(join(directory, 'tables'), { recursive: true, mode: 0o700 });
    const manifest = await withClient(connections.owner, (client) => copyEverything(client, options));
    const file = manifestFile(directory);
    await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await flushDirectory(join(directory, 'tables'));
    await flushDirectory(directory);
    await flushDirectory(dirname(directory));
    return manifest;
  } catch (error) {
    await rm(join(directory, 'tables'), { recursive: true, force: true });
    throw explain(error, directory);
  }
};
