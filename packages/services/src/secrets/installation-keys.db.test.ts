import { newId } from '@redoubt/kernel';
import { changeInstallationKeys, findExternalCall, type SealedKeys } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeSecretsPlace } from './change-secrets.ts';
import { secretPlace } from '../call-runtime/external-calls.ts';
import { subjectRequestPlace } from './subject-keys.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { shareKey, unlockInstallation } from './installation-keys.ts';
import { beginKeyRotation, finishKeyRotation } from '../key-rotation/rotate-keys.ts';
import { createSecretBox } from './secret-box.ts';

const test = useDatabase();
const OLD = 'the old key of an operator, long enough';
const NEW = 'the new key of an operator, long enough';
const WRONG = /REDOUBT_KEY is not the key of this database/;

const unlock = (key: string, previous?: string) => unlockInstallation(test.database, { key, previous });
const kept = () => changeInstallationKeys(test.database, (result) => ({ result: [...result] }));
const keep = (keys: readonly SealedKeys[]) =>
  changeInstallationKeys(test.database, () => ({ keep: keys, result: undefined }));

beforeEach(() => keep([]));

describe('the keys of an installation', () => {
  it('are made once on a new database, and open with no other key', async () => {
    const made = await Promise.all([unlock(OLD), unlock(OLD), unlock(OLD)]);
    expect(new Set(made.map(({ hashing }) => hashing)).size).toBe(1);
    expect(JSON.stringify(await kept())).not.toContain(made[0]?.hashing);
    await expect(unlock(NEW)).rejects.toThrow(WRONG);
    expect(await unlock(NEW, OLD)).toEqual(made[0]);
  });

  it('go on being the key itself where there is data from before', async () => {
    await createScene(test.database, { Root: {} });
    expect(await unlock(OLD)).toEqual({ hashing: OLD, sealing: [OLD], shared: {} });
  });

  it('share what one node makes with all', async () => {
    await unlock(OLD);
    const share = (text: string) => shareKey(test.database, { key: OLD }, 'signing', async () => text);
    expect([await share('one'), await share('two')]).toEqual(['one', 'one']);
  });
});

describe('a rotation', () => {
  let scene: Scene;
  const callId = newId();
  const requestId = newId();
  const changeId = newId();
  const places = (): [string, string, string] => [
    secretPlace(scene.tenantId, callId, 'password'),
    subjectRequestPlace(requestId),
    changeSecretsPlace(scene.tenantId, changeId),
  ];

  beforeEach(async () => {
    scene = await createScene(test.database, { Root: {} });
    const box = createSecretBox((await unlock(OLD)).sealing);
    const [call, request, change] = places();
    const secrets = { password: { sealed: box.seal('of the call', call), setBy: 'Ada', setAt: 'then' } };
    await test.asAdmin(
      `insert into external_call (tenant_id, call_id, environment_id, name, name_key, description, definition,
          sample_response, content_hash, secrets, changed_by, changed_at)
        values ($1, $2, $3, 'Call', 'call', '', '{}', '{}', '', $4, 'Ada', now())`,
      [scene.tenantId, callId, scene.idOf('Root'), JSON.stringify(secrets)],
    );
    await test.asAdmin(
      `insert into subject_request (tenant_id, request_id, environment_id, type, assessment, property, value_digest,
          sealed_value, status, awaits_approval, requested_by_id, requested_by, requested_at, due_at)
        values ($1, $2, $3, 'Export', 'builtIn', 'user.userId', 'x', $4, 'Pending', false, 'ada', 'Ada', now(), now())`,
      [scene.tenantId, requestId, scene.idOf('Root'), box.seal('of the person', request)],
    );
    await test.asAdmin(
      `insert into change_request (tenant_id, request_id, environment_id, endpoint, permission, target_type, target_id,
          target_name, payload, secrets, differences, note, asked_by_id, asked_by, asked_at, state)
        values ($1, $2, $3, 'externalCalls.change', 'externalCalls:write', 'ExternalCall', 'x', 'Call', '{}', $4, '[]', '',
          'ada', 'Ada', now(), 'open')`,
      [scene.tenantId, changeId, scene.idOf('Root'), box.seal('of the change', change)],
    );
  });

  const sealedNow = () =>
    test.database.inTenant(scene.tenantId, async (trx) => {
      const call = await findExternalCall(trx, scene.idOf('Root'), callId);
      const { sealed_value: value } = await trx
        .selectFrom('subject_request')
        .select('sealed_value')
        .where('request_id', '=', requestId)
        .executeTakeFirstOrThrow();
      const { secrets: change } = await trx
        .selectFrom('change_request')
        .select('secrets')
        .where('request_id', '=', changeId)
        .executeTakeFirstOrThrow();
      return [call?.secrets['password']?.sealed ?? '', value ?? '', change ?? ''] as const;
    });

  it('lets both keys in until it is finished, and seals anew so that the old keys open nothing', async () => {
    const before = await unlock(OLD);
    await beginKeyRotation(test.database, { key: NEW, previous: OLD });
    const [withOld, withNew] = [await unlock(OLD), await unlock(NEW)];
    expect(withOld).toEqual(before);
    expect([withNew.hashing, withNew.sealing[0]]).toEqual([before.hashing, before.sealing[0]]);
    expect(await sealedNow().then(([call]) => createSecretBox(withNew.sealing).open(call, places()[0]))).toBe(
      'of the call',
    );
    await expect(finishKeyRotation(test.database, OLD)).rejects.toThrow('is not the new key');

    expect(await finishKeyRotation(test.database, NEW)).toEqual({ resealed: 3, unreadable: 0 });
    await expect(unlock(OLD)).rejects.toThrow(WRONG);
    const after = await unlock(NEW);
    expect([after.hashing, after.sealing.slice(1)]).toEqual([before.hashing, before.sealing]);
    const [call, request, change] = await sealedNow();
    const open = (keys: readonly string[]) => {
      const box = createSecretBox(keys);
      return [box.open(call, places()[0]), box.open(request, places()[1]), box.open(change, places()[2])];
    };
    expect(open(after.sealing)).toEqual(['of the call', 'of the person', 'of the change']);
    expect(open(before.sealing)).toEqual([undefined, undefined, undefined]);
  });

  it('is refused with a wrong key, the same key, twice, and where none is under way', async () => {
    const begin = (key: string, previous: string) => beginKeyRotation(test.database, { key, previous });
    await expect(begin(NEW, 'a wrong key')).rejects.toThrow(WRONG);
    await expect(begin(OLD, OLD)).rejects.toThrow('is the old key');
    await expect(finishKeyRotation(test.database, OLD)).rejects.toThrow('No rotation is under way');
    await begin(NEW, OLD);
    await expect(begin('a third key of an operator', NEW)).rejects.toThrow('finish that rotation');
  });
});
