import { isJsonObject } from '@redoubt/kernel';
import { BootError, changeInstallationKeys, type Database, type SealedKeys } from '@redoubt/storage';
import { createHmac, randomBytes } from 'node:crypto';
import { readHashingKeys, tenantKeyPlace, type HashingKeys } from './hashing-keys.ts';
import { createSecretBox } from './secret-box.ts';

/** What an installation hashes, seals and signs with, the same on all its nodes. */
export type InstallationKeys = {
  /** Behind keyed hashes; never changes, since the log holds hashes of what is not kept. */
  readonly hashing: string;
  /** Behind sealed secrets: the first one seals, each opens. */
  readonly sealing: readonly string[];
  /** Other keys the nodes share, by name. */
  readonly shared: Readonly<Record<string, string>>;
};

/** What the rows of one tenant are hashed and sealed with. */
export type PackageKeys = Pick<InstallationKeys, 'hashing' | 'sealing'>;

/** The operator's keys: the one in force, and during a rotation the one before. */
export type OperatorKeys = { readonly key: string; readonly previous?: string | undefined };

const KEY_BYTES = 32;
const PLACE = 'keys of the installation';
const CHECK_CHARACTERS = 22;

export const newOperatorKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Tells operators' keys apart without giving them away. */
export const keyCheckOf = (key: string): string =>
  createHmac('sha256', key).update('redoubt key check').digest('base64url').slice(0, CHECK_CHARACTERS);

export const sealKeys = (key: string, keys: InstallationKeys): SealedKeys => ({
  keyCheck: keyCheckOf(key),
  sealed: createSecretBox(key).seal(JSON.stringify(keys), PLACE),
});

const isKeys = (value: unknown): value is InstallationKeys =>
  isJsonObject(value) && typeof value['hashing'] === 'string' && Array.isArray(value['sealing']);

/** The keys as an operator's key opens them; undefined where it opens none. */
export const openKeys = (kept: readonly SealedKeys[], key: string | undefined): InstallationKeys | undefined => {
  if (key === undefined) return undefined;
  const found = kept.find(({ keyCheck }) => keyCheck === keyCheckOf(key));
  const text = found && createSecretBox(key).open(found.sealed, PLACE);
  const keys: unknown = text === undefined ? undefined : JSON.parse(text);
  return isKeys(keys) ? keys : undefined;
};

/** A database from before this release was hashed and sealed with the operator's key itself, and goes on so. */
const firstKeys = (key: string, hasData: boolean): InstallationKeys => {
  const hashing = hasData ? key : newOperatorKey();
  return { hashing, sealing: [hasData ? key : newOperatorKey()], shared: {} };
};

export const WRONG_KEY =
  'REDOUBT_KEY is not the key of this database: start with the key its other nodes have, or name it as REDOUBT_KEY_PREVIOUS where it is being replaced (docs/operate/keys.md).';

/**
 * Opens the keys of an installation; makes them on a new database, once however many nodes start.
 *
 * @throws `BootError` where neither key opens them.
 */
export const unlockInstallation = async (
  database: Pick<Database, 'pools' | 'listTenants'>,
  { key, previous }: OperatorKeys,
): Promise<InstallationKeys> => {
  const hasData = (await database.listTenants()).length > 0;
  return changeInstallationKeys(database, (kept) => {
    if (kept.length > 0) {
      const keys = openKeys(kept, key) ?? openKeys(kept, previous);
      if (keys === undefined) throw new BootError(WRONG_KEY);
      return { result: keys };
    }
    const keys = firstKeys(previous ?? key, hasData);
    return { keep: [sealKeys(previous ?? key, keys)], result: keys };
  });
};

/**
 * A key that all nodes share: the one that is kept, else the one this node brings or makes.
 *
 * @throws `BootError` as `unlockInstallation` does; while two operator's keys open the installation nothing is added.
 */
export const shareKey = async (
  database: Pick<Database, 'pools'>,
  { key, previous }: OperatorKeys,
  name: string,
  make: () => Promise<string>,
): Promise<string> =>
  changeInstallationKeys(database, async (kept) => {
    const opener = openKeys(kept, key) === undefined ? (previous ?? key) : key;
    const keys = openKeys(kept, opener);
    if (keys === undefined) throw new BootError(WRONG_KEY);
    const known = keys.shared[name];
    if (known !== undefined) return { result: known };
    const made = await make();
    if (kept.length > 1) return { result: made };
    return { keep: [sealKeys(opener, { ...keys, shared: { ...keys.shared, [name]: made } })], result: made };
  });

/** The keys of an installation, with those that tenants brought. */
export type NodeKeys = Omit<InstallationKeys, 'hashing'> & { readonly hashing: HashingKeys };

/**
 * Everything a process hashes and seals with.
 *
 * @throws `BootError` with another operator's key, or where the key of a tenant cannot be opened.
 */
export const openNodeKeys = async (database: Database, operator: OperatorKeys): Promise<NodeKeys> => {
  const keys = await unlockInstallation(database, operator);
  return { ...keys, hashing: await readHashingKeys(database, keys) };
};

/** What a package of a tenant brings along, sealed under the package's own key: what its rows are hashed and sealed with. */
export const sealPackageKeys = (packageKey: string, { hashing, sealing }: PackageKeys): SealedKeys =>
  sealKeys(packageKey, { hashing, sealing, shared: {} });

/** The keys of a package; undefined where the package's key opens nothing. */
export const openPackageKeys = (kept: SealedKeys, packageKey: string): PackageKeys | undefined =>
  openKeys([kept], packageKey);

/**
 * Keys of a new installation for a tenant that comes into it: what is counted and masked for that tenant stays hashed as it
 * was, and every other tenant is hashed under a key made here.
 */
export const adoptPackageKeys = (
  { hashing, sealing }: PackageKeys,
  tenantId: string,
  operatorKey: string,
): { readonly installation: SealedKeys; readonly ofTenant: string } => ({
  installation: sealKeys(operatorKey, { hashing: newOperatorKey(), sealing, shared: {} }),
  ofTenant: createSecretBox(sealing).seal(hashing, tenantKeyPlace(tenantId)),
});
