import { HOUR_MS, newId } from '@redoubt/kernel';
import { createRefusedCalls, type RefusedCall } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { getApiErrors, getApiErrorSamples } from './api-errors.queries.ts';

const test = useDatabase();
let scene: Scene;

const PATH = '/v1.0/MerchantServices/events/Purchase';
const ID = `REQ-INVALID ${PATH}`;
const SAME = { code: 'REQ-INVALID', path: PATH };

const refuse = async (...calls: readonly Partial<RefusedCall>[]): Promise<void> => {
  const kept = createRefusedCalls(test.database);
  for (const call of calls) {
    kept.keep({
      tenantId: scene.tenantId,
      clientId: newId(),
      environmentId: scene.idOf('Root'),
      environmentReference: null,
      path: PATH,
      status: 400,
      code: 'REQ-INVALID',
      message: 'Input validation failed - $.totalAmount: is no number',
      excerpt: '{"user":{"email":"nora@mailbox.example"},"totalAmount":"a lot"}',
      correlationId: newId(),
      receivedAtMs: scene.clock.now(),
      ...call,
    });
  }
  await kept.close();
};

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Sibling: { parent: 'Root' } });
});

describe('errors of the public API', () => {
  it('are counted by code and address and drawn over the period, with the environments below', async () => {
    await refuse({}, { environmentId: scene.idOf('Child'), receivedAtMs: scene.clock.now() - HOUR_MS });
    const errors = await getApiErrors(scene.contextIn('Root'), { period: '24h' });
    expect(errors.groups).toEqual([
      {
        id: ID,
        ...SAME,
        status: 400,
        count: 2,
        lastAt: new Date(scene.clock.now()).toISOString(),
        lastMessage: 'Input validation failed - $.totalAmount: is no number',
      },
    ]);
    expect(errors.buckets).toHaveLength(48);
    expect(errors.buckets.slice(-3).map(({ counts }) => counts)).toEqual([{ [ID]: 1 }, {}, { [ID]: 1 }]);
    expect(errors.buckets.at(-1)?.to).toBe(errors.to);
    expect(Date.parse(errors.to) - Date.parse(errors.from)).toBe(24 * HOUR_MS);
    expect(errors.keptSince).toBeNull();
    expect((await getApiErrors(scene.contextIn('Child'), { period: '24h' })).groups).toMatchObject([{ count: 1 }]);
    expect((await getApiErrors(scene.contextIn('Sibling'), { period: '30d' })).groups).toEqual([]);
  });

  it('without an environment are shown at the root alone', async () => {
    await refuse({ environmentId: null, environmentReference: '/nowhere', code: 'ENV-UNKNOWN', status: 404 });
    expect((await getApiErrors(scene.contextIn('Root'), { period: '1h' })).groups).toMatchObject([
      { code: 'ENV-UNKNOWN' },
    ]);
    expect((await getApiErrors(scene.contextIn('Child'), { period: '1h' })).groups).toEqual([]);
  });

  it('come with examples that show the shape of values and no person', async () => {
    await refuse({}, { excerpt: null, environmentId: scene.idOf('Child') }, { code: 'REQ-BODY-TOO-LARGE' });
    const { samples } = await getApiErrorSamples(scene.contextIn('Root'), SAME.code, { period: '1h', path: PATH });
    expect(samples).toMatchObject([
      { excerpt: null, environmentId: scene.idOf('Child') },
      { excerpt: '{"user":{"email":"xxxx@xxxxxxx.xxxxxxx"},"totalAmount":"x xxx"}' },
    ]);
    expect(
      (await getApiErrorSamples(scene.contextIn('Sibling'), SAME.code, { period: '1h', path: PATH })).samples,
    ).toEqual([]);
  });
});
