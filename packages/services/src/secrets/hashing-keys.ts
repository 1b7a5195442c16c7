import type { Id } from '@redoubt/kernel';
import { BootError, listTenantKeys, type Database } from '@redoubt/storage';
import { createSecretBox } from './secret-box.ts';

/** Keys as another thread can be given them. */
export type TenantKeys = {
  /** Of what belongs to no tenant, and of tenants that brought no key. */
  readonly installation: string;
  /** By tenant: the keys that came from other installations. */
  readonly brought: ReadonlyMap<string, string>;
};

/** What keyed hashes are made with. */
export type HashingKeys = {
  readonly plain: TenantKeys;
  /** Of what belongs to no tenant, and of tenants that brought no key. */
  readonly installation: string;
  /** Of what belongs to a tenant: the key it came with from another installation, else that of this one. */
  readonly of: (tenantId: Id) => string;
};

/** The keys, or one for all tenants. */
export type HashingKey = HashingKeys | string;

export const hashingKeysIn = (plain: TenantKeys): HashingKeys => {
  const { installation, brought } = plain;
  return { plain, installation, of: (tenantId) => brought.get(tenantId) ?? installation };
};

export const hashingKeysOf = (key: HashingKey): HashingKeys =>
  typeof key === 'string' ? hashingKeysIn({ installation: key, brought: new Map() }) : key;

/** Where the key of a tenant belongs: it opens nowhere else. */
export const tenantKeyPlace = (tenantId: string): string => `hashing key of tenant ${tenantId}`;

/** Why nothing goes on without it, and what helps. */
export const lostTenantKey = (name: string): BootError =>
  new BootError(
    `What the tenant ${name} is hashed with cannot be opened with the keys of this installation, and cannot be made again; restore a backup from when it could.`,
  );

/**
 * Reads what tenants brought from other installations. A tenant gets its key in the transaction that brings it in, and never
 * another one.
 *
 * @throws `BootError` where one cannot be opened: whatever is counted or masked for that tenant would match nothing before.
 */
export const readHashingKeys = async (
  database: Pick<Database, 'pools'>,
  { hashing, sealing }: { readonly hashing: string; readonly sealing: readonly string[] },
): Promise<HashingKeys> => {
  const box = createSecretBox(sealing);
  const brought = new Map<string, string>();
  for (const { tenantId, name, sealed } of await listTenantKeys(database)) {
    const key = box.open(sealed, tenantKeyPlace(tenantId));
    if (key === undefined) throw lostTenantKey(name);
    brought.set(tenantId, key);
  }
  return hashingKeysIn({ installation: hashing, brought });
};
