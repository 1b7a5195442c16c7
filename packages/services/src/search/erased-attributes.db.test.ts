import { BUILT_IN_SUBJECT_PATH, BUILT_IN_SUBJECTS, PURCHASE_SAMPLE } from '@redoubt/domain';
import { PROJECTORS, resetProjection } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it, vi } from 'vitest';
import { runSubjectRequest } from '../subject-requests/run-subject-request.ts';
import { createSubjectKeys } from '../secrets/subject-keys.ts';
import { submitSubjectRequest } from '../subject-requests/subject-requests.commands.ts';
import { createMerchant, INSTALLATION_KEY } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getSearchAttributes } from './get-search-attributes.query.ts';
import { attemptOnce, workOn } from '../testing/jobs.ts';
import { createSearchJobs } from './search-attribute-jobs.ts';
import { createSearchAttribute } from './search-attributes.commands.ts';

const test = useDatabase();
const keys = createSubjectKeys(INSTALLATION_KEY);
const PATIENCE = { timeout: 30_000, interval: 20 };

/** Values that search keeps of a tenant, in both tables. */
const valuesOf = async (tenantId: string): Promise<readonly string[]> => {
  const rows = await test.asAdmin<{ value: string }>(
    `select value from event_attribute where tenant_id = $1
     union all select own ->> 'shippingAddress.lastName' from event_search where tenant_id = $1 and own is not null`,
    [tenantId],
  );
  return rows.map(({ value }) => value).toSorted();
};

const erase = async (scene: Scene, userId: string): Promise<void> => {
  const subject = { assessment: BUILT_IN_SUBJECTS, property: BUILT_IN_SUBJECT_PATH, value: userId };
  const request = { ...subject, type: 'Delete', confirmation: userId } as const;
  await submitSubjectRequest(scene.contextIn('Root'), keys, request);
  const { signal } = new AbortController();
  const run = { database: test.database, clock: scene.clock, keys, signal, settleMs: 0 };
  await attemptOnce(run, 'subjectRequest', (job) => runSubjectRequest(run, job));
};

it('values that were found in stored events go with the person, and never come back', { timeout: 90_000 }, async () => {
  const scene = await createScene(test.database, { Root: {} });
  const context = scene.contextIn('Root');
  const merchant = await createMerchant(test.database, scene);
  const buy = (userId: string, lastName: string) =>
    merchant.send('Root', 'purchase', {
      ...PURCHASE_SAMPLE,
      purchaseId: `order-of-${userId}`,
      user: { userId },
      shippingAddress: { lastName },
    });
  await buy('thea', 'Ostrander');
  await buy('ben', 'Quill');
  await createSearchAttribute(context, {
    eventType: 'purchase',
    path: 'shippingAddress.lastName',
    type: 'string',
    fill: true,
  });
  const place = { database: test.database, clock: scene.clock };
  const jobs = workOn(place, ...createSearchJobs({ ...place, settleMs: 0 }));
  const finished = () =>
    vi.waitFor(async () => {
      const { attributes } = await getSearchAttributes(context);
      expect(attributes.map(({ kept }) => kept?.work?.status)).toEqual(['done']);
    }, PATIENCE);
  await finished();
  expect(await valuesOf(scene.tenantId)).toEqual(['Ostrander', 'Quill', '["Ostrander"]', '["Quill"]']);

  await erase(scene, 'thea');

  const kept = ['Quill', '["Quill"]'];
  expect(await valuesOf(scene.tenantId)).toEqual(kept);
  for (const projector of PROJECTORS) await resetProjection(test.database, projector);
  await vi.waitFor(async () => expect(await valuesOf(scene.tenantId)).toEqual(kept), PATIENCE);
  await finished();
  expect(await valuesOf(scene.tenantId)).toEqual(kept);
  await jobs.close();
  await merchant.close();
});
