import {
  BootError,
  changeInstallationKeys,
  listLists,
  replaceListSecret,
  resealTenantKey,
  resealValues,
  type Database,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Id } from '@redoubt/kernel';
import { secretPlace } from '../call-runtime/external-calls.ts';
import { listSecretPlace } from '../call-runtime/remote-lists.ts';
import { changeSecretsPlace } from '../secrets/change-secrets.ts';
import { noticeWebhookPlace, traceSecretPlace, webhookSecretPlace } from '../secrets/webhook-secrets.ts';
import { subjectRequestPlace } from '../secrets/subject-keys.ts';
import { keyCheckOf, newOperatorKey, openKeys, sealKeys, WRONG_KEY } from '../secrets/installation-keys.ts';
import { lostTenantKey, tenantKeyPlace } from '../secrets/hashing-keys.ts';
import { createSecretBox } from '../secrets/secret-box.ts';

/**
 * Lets a new operator's key open the installation beside the old one, and makes the key that secrets will be sealed with.
 * Nodes seal with the key before until the rotation is finished, since those with the old one know no other.
 *
 * @throws `BootError` where the old key opens nothing, or a rotation is under way.
 */
export const beginKeyRotation = (
  database: Pick<Database, 'pools'>,
  { key, previous }: { readonly key: string; readonly previous: string },
): Promise<void> =>
  changeInstallationKeys(database, (kept) => {
    if (kept.length > 1) {
      throw new BootError('Another key was let in before: finish that rotation with "redoubt key finish" first.');
    }
    if (keyCheckOf(key) === keyCheckOf(previous)) throw new BootError('REDOUBT_KEY is the old key: give it a new one.');
    const keys = openKeys(kept, previous);
    if (keys === undefined) throw new BootError(WRONG_KEY);
    const next = { ...keys, sealing: [...keys.sealing, newOperatorKey()] };
    return { keep: [...kept, sealKeys(key, next)], result: undefined };
  });

const resealLists = async (
  trx: TenantTransaction,
  tenantId: Id,
  reseal: (sealed: string, place: string) => string | undefined,
): Promise<{ readonly resealed: number; readonly unreadable: number }> => {
  let [resealed, unreadable] = [0, 0];
  for (const { id, secret, source } of await listLists(trx)) {
    if (secret === null || source === null) continue;
    const to = reseal(secret, listSecretPlace(tenantId, id, source));
    if (to === undefined) unreadable += 1;
    else {
      resealed += 1;
      await replaceListSecret(trx, id, { from: secret, to });
    }
  }
  return { resealed, unreadable };
};

/** How many secrets were sealed anew, and how many no key opens: those have to be entered again. */
type FinishedRotation = { readonly resealed: number; readonly unreadable: number };

/**
 * Seals every secret of every tenant with the first of the keys, and what tenants are hashed with.
 *
 * @throws `BootError` where the latter cannot be opened.
 */
const resealEverything = async (
  database: Pick<Database, 'listTenants' | 'inTenant'>,
  sealing: readonly string[],
): Promise<FinishedRotation> => {
  const box = createSecretBox(sealing);
  const reseal = (sealed: string, place: string): string | undefined => {
    const opened = box.open(sealed, place);
    return opened === undefined ? undefined : box.seal(opened, place);
  };
  let [resealed, unreadable] = [0, 0];
  for (const { tenantId, name } of await database.listTenants()) {
    await database.inTenant(tenantId, async (trx) => {
      if (!(await resealTenantKey(trx, tenantKeyPlace(tenantId), reseal))) throw lostTenantKey(name);
      const places = {
        call: (callId: Id, slot: string) => secretPlace(tenantId, callId, slot),
        change: (changeId: Id) => changeSecretsPlace(tenantId, changeId),
        subjectRequest: subjectRequestPlace,
        webhook: (alertId: Id) => webhookSecretPlace(tenantId, alertId),
        noticeWebhook: (userId: string) => noticeWebhookPlace(tenantId, userId),
        trace: (id: Id, name: string) => traceSecretPlace(tenantId, id, name),
      };
      for (const done of [await resealValues(trx, places, reseal), await resealLists(trx, tenantId, reseal)]) {
        resealed += done.resealed;
        unreadable += done.unreadable;
      }
    });
  }
  return { resealed, unreadable };
};

/**
 * Ends a rotation: the old operator's key opens nothing any more, and what is sealed is sealed with the key made for it.
 * What nodes seal with the key before, until they are started again, still opens.
 *
 * @throws `BootError` where no rotation is under way, or the key is not the new one.
 */
export const finishKeyRotation = async (
  database: Pick<Database, 'pools' | 'listTenants' | 'inTenant'>,
  key: string,
): Promise<FinishedRotation> => {
  const keys = await changeInstallationKeys(database, (kept) => {
    if (kept.length < 2) throw new BootError('No rotation is under way: begin one with "redoubt key rotate".');
    const opened = openKeys(kept.slice(1), key);
    if (opened === undefined) throw new BootError('REDOUBT_KEY is not the new key, which finishes the rotation.');
    return { result: opened };
  });
  const newest = keys.sealing.at(-1) ?? '';
  const sealing = [newest, ...keys.sealing.slice(0, -1)];
  const done = await resealEverything(database, sealing);
  await changeInstallationKeys(database, () => ({ keep: [sealKeys(key, { ...keys, sealing })], result: undefined }));
  return done;
};

/**
 * Seals what came from another installation with a key of this one's own. As after a rotation the keys before go on
 * opening, for what nodes seal with them until they are started again.
 *
 * @throws `BootError` where the operator's key does not open the installation.
 */
export const replaceSealingKeys = async (
  database: Pick<Database, 'pools' | 'listTenants' | 'inTenant'>,
  key: string,
): Promise<FinishedRotation> => {
  const keys = await changeInstallationKeys(database, (kept) => {
    const opened = openKeys(kept, key);
    if (opened === undefined) throw new BootError(WRONG_KEY);
    return { result: opened };
  });
  const own = newOperatorKey();
  const sealing = [own, ...keys.sealing];
  const done = await resealEverything(database, sealing);
  await changeInstallationKeys(database, () => ({ keep: [sealKeys(key, { ...keys, sealing })], result: undefined }));
  return done;
};
