import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import type { Merchant } from '../testing/merchant.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { getVelocityValue } from './get-velocity-value.query.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const purchase = async (purchaseId: string, changes: JsonObject = {}, environment = 'Root'): Promise<void> => {
  const at = new Date(scene.clock.now()).toISOString();
  const _metadata = { trackingId: newId(), merchantTimeStamp: at };
  await merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId, _metadata, ...changes });
};
const EMAIL = 'nora.quill@mailbox.example';
const valueOf = (velocity: string, window: string, environment = 'Root', key = EMAIL) =>
  getVelocityValue(scene.contextIn(environment), merchant.velocities, { velocity, key, window });

useMerchant(test, (made) => ({ scene, merchant } = made));

describe('the value of a velocity', () => {
  it('is what a rule would read, with the newest events behind it, those of environments below included', async () => {
    await purchase('old', { totalAmount: 5 });
    scene.clock.advance(3 * DAY_MS);
    await purchase('mine', { totalAmount: 10.25 });
    await purchase('below', { totalAmount: 0.5 }, 'Child');
    scene.clock.advance(1000);
    const spent = await valueOf('SPENTPEREMAIL', '1d');
    expect(spent).toMatchObject({
      velocity: 'spentPerEmail',
      value: 10.75,
      from: '2026-03-16T00:00:00.000Z',
      events: {
        isComplete: true,
        newest: [
          { eventId: 'below', environmentName: 'Child', kind: 'purchase', added: 0.5 },
          { eventId: 'mine', environmentName: 'Root', added: 10.25 },
        ],
      },
    });
    expect(await valueOf('purchasesPerEmail', '7d')).toMatchObject({ value: 3, events: { newest: [{}, {}, {}] } });
    expect(await valueOf('spentPerEmail', '1d', 'Child')).toMatchObject({ value: 0.5 });
    expect(await valueOf('instrumentsPerEmail', '7d')).toMatchObject({
      value: 1,
      events: { newest: [{ added: null }, {}, {}] },
    });
    expect(await valueOf('spentPerEmail', '7d', 'Root', 'nobody')).toMatchObject({ value: 0, events: { newest: [] } });
  });

  it('shows no events to people who may not search', async () => {
    await purchase('mine');
    scene.clock.advance(1000);
    const context = { ...scene.contextIn('Root'), capabilities: {} };
    const input = { velocity: 'purchasesPerEmail', key: EMAIL, window: '1h' };
    expect(await getVelocityValue(context, merchant.velocities, input)).toMatchObject({ value: 1, events: null });
  });

  it('needs a velocity that is published and a window of the language', async () => {
    await expect(valueOf('nothing', '1d')).rejects.toMatchObject({ code: 'VELOCITY-UNKNOWN' });
    await expect(valueOf('spentPerEmail', '91d')).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });
});
