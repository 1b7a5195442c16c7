import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Id } from '@redoubt/kernel';
import {
  adoptPackageKeys,
  newOperatorKey,
  openPackageKeys,
  replaceSealingKeys,
  residencyProblem,
  sealPackageKeys,
} from '@redoubt/services';
import {
  backUp,
  checkTenantPackage,
  listEnvironments,
  openDatabase,
  silentLogger,
  type BackupManifest,
  type Database,
  type PostgresServer,
  type SealedKeys,
} from '@redoubt/storage';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { restoreInto } from './backup.ts';
import { externalServer, inWords, withDatabase, withServer } from './data.ts';
import { keepKey, keyFileOf, readInstallationKeys, readOperatorKeys } from './installation-key.ts';
import { chooseTenants } from './tenants.ts';

const MIN_CHARACTERS = 32;

/** What a package's rows are hashed and sealed with, sealed under the package's own key. */
const keysFile = (directory: string): string => join(directory, 'keys.json');

/** `REDOUBT_PACKAGE_KEY`, which is nowhere else: not on the command line, and not in the package. */
export const readPackageKey = ({ variables }: CliContext): string => {
  const { REDOUBT_PACKAGE_KEY: key = '' } = variables;
  if (key.length >= MIN_CHARACTERS) return key;
  throw new CliError(
    `Give REDOUBT_PACKAGE_KEY, ${MIN_CHARACTERS} characters or more that the export and the import share, for example from "openssl rand -base64 32".`,
    { exitCode: 2 },
  );
};

type Progress = (table: string) => void;

/** The data of every environment may leave to where the package is. @throws `CliError` with the rule and the remedy. */
const requireTenantMayLeave = async (
  database: Database,
  tenantId: Id,
  { directory, geography }: { readonly directory: string; readonly geography: string | null },
): Promise<void> => {
  const problem = await database.readTenant(tenantId, async (trx) => {
    const present = (await listEnvironments(trx)).filter(({ status }) => status !== 'Deleted');
    const ids = present.map(({ id }) => id);
    return residencyProblem(trx, ids, { kind: 'place', name: directory, geography });
  });
  if (problem === null) return;
  const { environment, allowed } = problem.params;
  throw new CliError(
    `Data of ${String(environment)} may leave only to ${String(allowed)}; ${
      geography === null
        ? 'say where the package will be with --geography <code>'
        : `the package would be in ${geography}`
    }. Administrators change that under Data residency.`,
    { exitCode: 2 },
  );
};

/** Copies the rows of one tenant and what they are hashed and sealed with into a new directory. */
export const exportTenant = async (
  { tenant: given, geography }: { readonly tenant: string; readonly geography: string | null },
  directory: string,
  packageKey: string,
  context: CliContext,
  progress: Progress,
): Promise<BackupManifest> => {
  const { tenant, keys } = await withDatabase(context, async (database) => {
    const [found] = chooseTenants(await database.listTenants(), given);
    if (found === undefined) throw new CliError(`There is no tenant ${given}.`, { exitCode: 2 });
    await requireTenantMayLeave(database, found.tenantId, { directory, geography });
    const installation = await readInstallationKeys(context, database);
    return {
      tenant: { id: found.tenantId, name: found.name },
      keys: sealPackageKeys(packageKey, { ...installation, hashing: installation.hashing.of(found.tenantId) }),
    };
  });
  return withServer(context, async (server) => {
    const takenAt = new Date(context.clock.now());
    const manifest = await backUp({ server, directory, takenAt, tenant, progress, stop: context.stop });
    await writeFile(keysFile(directory), `${JSON.stringify(keys, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    return manifest;
  });
};

const readKeys = async (directory: string): Promise<SealedKeys> => {
  const file = keysFile(directory);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CliError(`${file} cannot be read, so the package is not whole; export the tenant again.`, {
      cause: error,
    });
  });
  try {
    const kept: unknown = JSON.parse(text);
    if (isJsonObject(kept) && typeof kept['keyCheck'] === 'string' && typeof kept['sealed'] === 'string')
      return { keyCheck: kept['keyCheck'], sealed: kept['sealed'] };
  } catch {
    // Said below, as for every other text that holds no keys.
  }
  throw new CliError(`${file} is damaged; export the tenant again.`);
};

/** The operator's key of where a tenant is brought in; made and kept in a new data directory that has none. */
const takeOperatorKey = async (context: CliContext): Promise<string> => {
  const file = keyFileOf(context);
  const { REDOUBT_KEY: given } = context.variables;
  if (given || existsSync(file)) return (await readOperatorKeys(context)).key;
  if (externalServer(context) !== undefined) {
    throw new CliError('Give the REDOUBT_KEY that the nodes of DATABASE_URL are started with.', { exitCode: 2 });
  }
  const made = newOperatorKey();
  await mkdir(context.dataDirectory, { recursive: true, mode: 0o700 });
  // Before the data: a start without the key would take another one.
  await keepKey(file, made);
  return made;
};

export type ImportedTenant = {
  readonly manifest: BackupManifest;
  /** Secrets that were sealed anew, and those that no key opened. */
  readonly resealed: number;
  readonly unreadable: number;
};

const resealIn = async (server: PostgresServer, key: string) => {
  const database = await openDatabase({ server, log: silentLogger });
  try {
    return await replaceSealingKeys(database, key);
  } finally {
    await database.close();
  }
};

/** Brings a package into an installation that has no tenant yet, and seals its secrets with a key made there. */
export const importTenant = (
  directory: string,
  packageKey: string,
  context: CliContext,
  progress: Progress,
): Promise<ImportedTenant> =>
  inWords(async () => {
    const { tenant, ...backup } = await checkTenantPackage(directory);
    const kept = await readKeys(directory);
    const brought = openPackageKeys(kept, packageKey);
    if (brought === undefined) {
      throw new CliError(
        `REDOUBT_PACKAGE_KEY does not open ${keysFile(directory)}; give the one it was exported with.`,
      );
    }
    const key = await takeOperatorKey(context);
    const keys = adoptPackageKeys(brought, tenant.id, key);
    await restoreInto({ backup, keys, progress }, context);
    const done = await withServer(context, (server) => resealIn(server, key));
    return { manifest: backup.manifest, ...done };
  });
