import type { PlanVelocity } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import { changeInstallationKeys } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGraphKeys } from '../graph-runtime/graph-keys.ts';
import { beginKeyRotation, finishKeyRotation } from '../key-rotation/rotate-keys.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createVelocityKeys } from '../velocity-runtime/velocity-keys.ts';
import { hashingKeysIn, readHashingKeys, tenantKeyPlace, type HashingKey } from './hashing-keys.ts';
import { unlockInstallation, type InstallationKeys } from './installation-keys.ts';
import { createSecretBox } from './secret-box.ts';
import { createSubjectKeys } from './subject-keys.ts';

const test = useDatabase();
const OLD = 'the old key of an operator, long enough';
const NEW = 'the new key of an operator, long enough';
const BROUGHT = 'the hashing key of another installation';
const VELOCITY: PlanVelocity = {
  name: 'perCard',
  level: 0,
  series: 'set velocity DistinctCount',
  aggregate: 'DistinctCount',
  windowMode: 'aligned',
};

let [own, moved]: Scene[] = [];
let keys: InstallationKeys;

const bring = (tenantId: Id, sealed: string) =>
  test.asAdmin('update tenant set hashing_key = $2 where tenant_id = $1', [tenantId, sealed]);

/** Everything that is hashed for a tenant. */
const hashesOf = (key: HashingKey, tenantId: Id) => {
  const event = { tenantId, environmentId: tenantId, kind: 'purchase', eventId: 'p-1' } as const;
  const subjects = createSubjectKeys(key);
  return {
    velocity: createVelocityKeys(key).encode(tenantId, [{ velocity: VELOCITY, key: 'card', value: 'person' }]),
    graph: createGraphKeys(key).node(tenantId, tenantId, 'email', 'a@b.example'),
    subject: subjects.digest(tenantId, { assessment: 'purchase', property: 'userId', value: 'u-1' }),
    erased: subjects.hashEventId(event),
  };
};

beforeEach(async () => {
  await changeInstallationKeys(test.database, () => ({ keep: [], result: undefined }));
  keys = await unlockInstallation(test.database, { key: OLD });
  own = await createScene(test.database, { Root: {} });
  moved = await createScene(test.database, { Root: {} });
  await bring(moved.tenantId, createSecretBox(keys.sealing).seal(BROUGHT, tenantKeyPlace(moved.tenantId)));
  return () => test.asAdmin('update tenant set hashing_key = null');
});

describe('what tenants are hashed with', () => {
  it('is the key that one brought, and for the others that of the installation', async () => {
    const hashing = await readHashingKeys(test.database, keys);
    const [{ tenantId: ownId }, { tenantId: movedId }] = [own as Scene, moved as Scene];
    expect(hashesOf(hashing, movedId)).toEqual(hashesOf(BROUGHT, movedId));
    expect(hashesOf(hashing, ownId)).toEqual(hashesOf(keys.hashing, ownId));
    const inThread = hashingKeysIn(structuredClone(hashing.plain));
    expect(hashesOf(inThread, movedId)).toEqual(hashesOf(BROUGHT, movedId));
    for (const [name, hash] of Object.entries(hashesOf(keys.hashing, movedId)))
      expect([name, hash]).not.toEqual([name, hashesOf(hashing, movedId)[name as 'graph']]);
  });

  it('stays the same through a rotation of keys, after which the old ones open it no more', async () => {
    await beginKeyRotation(test.database, { key: NEW, previous: OLD });
    expect(await finishKeyRotation(test.database, NEW)).toEqual({ resealed: 0, unreadable: 0 });
    const after = await unlockInstallation(test.database, { key: NEW });
    const hashing = await readHashingKeys(test.database, after);
    expect(hashing.of((moved as Scene).tenantId)).toBe(BROUGHT);
    expect(hashing.of((own as Scene).tenantId)).toBe(keys.hashing);
    await expect(readHashingKeys(test.database, keys)).rejects.toThrow(/^What the tenant .* is hashed with/);
  });

  it('opens for its own tenant alone, and where it is lost nothing starts and no rotation ends', async () => {
    const sealed = createSecretBox(keys.sealing).seal(BROUGHT, tenantKeyPlace((moved as Scene).tenantId));
    await bring((own as Scene).tenantId, sealed);
    await expect(readHashingKeys(test.database, keys)).rejects.toThrow('restore a backup from when it could');
    await beginKeyRotation(test.database, { key: NEW, previous: OLD });
    await expect(finishKeyRotation(test.database, NEW)).rejects.toThrow('restore a backup from when it could');
    await bring((own as Scene).tenantId, createSecretBox('another').seal(BROUGHT, 'elsewhere'));
    await expect(finishKeyRotation(test.database, NEW)).rejects.toThrow('is hashed with cannot be opened');
  });
});
