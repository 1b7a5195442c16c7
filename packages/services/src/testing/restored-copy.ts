import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@redoubt/kernel';
import {
  backUp,
  checkBackup,
  checkTenantPackage,
  restoreBackup,
  type BackupManifest,
  type PackagedTenant,
} from '@redoubt/storage';
import { runAsAdmin, type TestDatabase } from '@redoubt/testing/database';

const progress = (): void => undefined;

/** Backups of a test's database, and a database that one of them is restored to. */
export type RestoredCopy = {
  /** Name of the database that is restored to. */
  readonly name: string;
  readonly backUp: (folder: string, tenant?: PackagedTenant) => Promise<BackupManifest>;
  /** Of a package of one tenant where that was backed up. */
  readonly restore: (folder: string) => Promise<void>;
  /** Takes files and database away; connections to it must be closed by then. */
  readonly remove: () => Promise<void>;
};

export const createRestoredCopy = async (test: TestDatabase): Promise<RestoredCopy> => {
  const name = `copy_${newId().slice(0, 8)}`;
  const root = await mkdtemp(join(tmpdir(), 'redoubt-copy-'));
  const { server } = test;
  const packages = new Set<string>();
  return {
    name,
    backUp: (folder, tenant) => {
      const of = { server, databaseName: test.name, directory: join(root, folder), takenAt: new Date(0), progress };
      if (tenant === undefined) return backUp(of);
      packages.add(folder);
      return backUp({ ...of, tenant });
    },
    restore: async (folder) => {
      const directory = join(root, folder);
      const backup = await (packages.has(folder) ? checkTenantPackage : checkBackup)(directory);
      await restoreBackup({ server, databaseName: name, backup, progress });
    },
    remove: async () => {
      await runAsAdmin(server, 'postgres', `drop database if exists ${name} with (force)`);
      await rm(root, { recursive: true, force: true });
    },
  };
};
