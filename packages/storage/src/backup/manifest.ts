import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.ts';
import type { PackagedTenant } from './tenant-rows.ts';

/** Rows of one table as PostgreSQL's `COPY … TO STDOUT` writes them, compressed with zstd. */
export type BackedUpTable = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the file as it stands on disk. */
  readonly bytes: number;
  readonly sha256: string;
};

/** What a backup holds. Written last: a directory without it is not a whole backup. */
export type BackupManifest = {
  readonly format: 1;
  readonly takenAt: string;
  /** The one tenant whose rows it holds; those of every one where absent. */
  readonly tenant?: PackagedTenant;
  /** Newest position of the log in it. */
  readonly position: number;
  readonly postgres: string;
  /** The schema the rows were written under: applied first, later migrations after the rows are in. */
  readonly migrations: readonly string[];
  /** Partitions by time exist as data asks for them, so migrations alone do not bring them back. */
  readonly partitions: readonly { readonly name: string; readonly parent: string; readonly bounds: string }[];
  readonly sequences: readonly { readonly name: string; readonly value: number; readonly called: boolean }[];
  /** Referenced tables before those that refer to them. */
  readonly tables: readonly BackedUpTable[];
};

const FORMAT = 1;

export const manifestFile = (directory: string): string => join(directory, 'manifest.json');

export const tableFile = (directory: string, table: string): string => join(directory, 'tables', `${table}.copy.zst`);

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Fails where something stands already: a backup never overwrites. */
export const requireEmpty = async (directory: string): Promise<void> => {
  let entries: readonly string[];
  try {
    entries = await readdir(directory);
  } catch (error) {
    if (missing(error)) return;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new BackupError(`${directory} cannot take a backup (${code}); name a new directory.`, { cause: error });
  }
  if (entries.length > 0) throw new BackupError(`${directory} is not empty; name a new directory for the backup.`);
};

/** Reads what a backup holds. */
export const readManifest = async (directory: string): Promise<BackupManifest> => {
  let text: string;
  try {
    text = await readFile(manifestFile(directory), 'utf8');
  } catch (error) {
    if (!missing(error)) throw error;
    throw new BackupError(`${directory} holds no whole backup: its manifest.json is missing.`, { cause: error });
  }
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse(text) as BackupManifest;
  } catch (error) {
    throw new BackupError(`The manifest.json of the backup in ${directory} is damaged.`, { cause: error });
  }
  if (manifest.format !== FORMAT) {
    throw new BackupError(
      `The backup in ${directory} was written by a newer release of Redoubt; restore it with that.`,
    );
  }
  return manifest;
};

/** Reads every file once and compares it with its checksum. */
export const checkFiles = async (directory: string, manifest: BackupManifest): Promise<void> => {
  for (const table of manifest.tables) {
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(tableFile(directory, table.name)), hash);
    } catch (error) {
      throw damaged(directory, table.name, error);
    }
    if (hash.digest('hex') !== table.sha256) throw damaged(directory, table.name);
  }
};

export const damaged = (directory: string, table: string, cause?: unknown): BackupError =>
  new BackupError(
    `${tableFile(directory, table)} is damaged or missing, so this backup cannot be restored; use another one.`,
    { cause },
  );
