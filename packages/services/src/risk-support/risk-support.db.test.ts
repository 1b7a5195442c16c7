import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { DAY_MS, newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { createFunction, publishFunction } from '../functions/function.commands.ts';
import { setRuleActive } from '../rules/change-rule.commands.ts';
import { changeSupportEntries } from '../support-lists/change-support-entries.command.ts';
import type { Merchant } from '../testing/merchant.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { findSupportAccounts } from './find-support-accounts.query.ts';
import { getSupportAccount } from './get-support-account.query.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

useMerchant(test, (made) => ({ scene, merchant } = made));

let sent = 0;

const buy = async (userId: string, amount: number, more: JsonObject = {}, environment = 'Root'): Promise<string> => {
  sent += 1;
  const purchaseId = `buy-${sent}`;
  const at = new Date(scene.clock.now()).toISOString();
  await merchant.send(environment, 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    customerLocalDate: at,
    merchantLocalDate: at,
    totalAmount: amount,
    user: { ...(PURCHASE_SAMPLE['user'] as JsonObject), userId, email: `${userId}@mailbox.example` },
    ...more,
  });
  return purchaseId;
};

const range = () => ({
  from: new Date(scene.clock.now() - 90 * DAY_MS).toISOString(),
  to: new Date(scene.clock.now() + DAY_MS).toISOString(),
});
const find = (by: Parameters<typeof findSupportAccounts>[1]['by'], value: string) =>
  findSupportAccounts(scene.contextIn('Root'), { by, value, ...range() });
const account = (userId: string) => getSupportAccount(scene.contextIn('Root'), { userId, ...range() });

describe('looking up an account', () => {
  it('finds it by each key, and several accounts behind one instrument', async () => {
    const first = await buy('ann', 20);
    await buy('ann', 30);
    await buy('ben', 40);
    await buy('ann', 99, {}, 'Child');
    const ann = { userId: 'ann', email: 'ann@mailbox.example', purchases: 2 };
    expect((await find('userId', 'ann')).accounts).toMatchObject([ann]);
    expect((await find('email', 'ann@mailbox.example')).accounts).toMatchObject([ann]);
    expect((await find('purchaseId', first)).accounts).toMatchObject([{ ...ann, purchases: 1 }]);
    const { accounts, isCut } = await find('paymentInstrumentId', 'pi-5541');
    expect(accounts.map(({ userId }) => userId).toSorted()).toEqual(['ann', 'ben']);
    expect(isCut).toBe(false);
    expect((await find('userId', 'nobody')).accounts).toEqual([]);
  });
});

describe('an account', () => {
  it('tells what was spent and came back, and the week that stands out', async () => {
    for (const amount of [20, 25, 22, 200]) {
      scene.clock.advance(7 * DAY_MS);
      await buy('ann', amount);
    }
    const last = `buy-${sent}`;
    const at = new Date(scene.clock.now()).toISOString();
    await merchant.send('Root', 'chargeback', {
      chargebackId: 'cb-1',
      purchaseId: last,
      amount: 200,
      currency: 'EUR',
      bankEventTimestamp: at,
    });
    const { snapshots, firstSeen } = await account('ann');
    expect(snapshots).toHaveLength(1);
    expect(snapshots[0]).toMatchObject({
      currency: 'EUR',
      purchases: { total: 4, last30Days: 4 },
      spending: { total: 267 },
      chargebacks: { total: 1 },
      chargebackAmount: { total: 200 },
      refunds: { total: 0 },
    });
    const weeks = snapshots[0]?.weeks ?? [];
    expect(weeks.filter(({ isSpike }) => isSpike)).toMatchObject([{ purchases: 1, spending: 200 }]);
    expect(weeks.at(-1)?.isSpike).toBe(true);
    expect(firstSeen).not.toBeNull();
  });

  it('comes with its instruments, what support lists say, and the texts that read them', async () => {
    await buy('ann', 20);
    await publishNewRule(scene.contextIn('Root'), 'Support', [
      'RETURN Reject("blocked") WHEN IsBlock("User Support List", @"user.userId")',
    ]);
    const change = (status: 'Block' | 'Safe') =>
      changeSupportEntries(scene.contextIn('Root'), 'userId', {
        values: ['ann'],
        status,
        reason: 'asked',
        comments: '',
        expiresAt: new Date(scene.clock.now() + DAY_MS).toISOString(),
        source: 'Support',
      });
    await change('Block');
    await change('Safe');
    const found = await account('ann');
    expect(found.statuses).toMatchObject([
      { entity: 'userId', value: 'ann', current: { status: 'Safe' }, earlier: [{ status: 'Block' }] },
      { entity: 'email', value: 'ann@mailbox.example', current: null, earlier: [] },
    ]);
    expect(found.instruments).toMatchObject([
      { id: 'pi-5541', type: 'CreditCard', status: { entity: 'paymentInstrument', current: null } },
      { id: 'gift-77', type: 'MerchantGiftCard' },
    ]);
    expect(found.readers.find(({ entity }) => entity === 'userId')?.texts).toMatchObject([
      { name: 'Support', clauses: ['Clause 1'], inCondition: false, through: [] },
    ]);
    expect(found.canChange).toBe(true);
  });
});

describe('what acts on a status', () => {
  const READS = 'IsBlock("User Support List", @"user.userId")';
  const onUserId = async () =>
    (await account('ann')).readers
      .find(({ entity }) => entity === 'userId')
      ?.texts.map(({ name, assessment, clauses, inCondition, through }) => [
        name,
        assessment,
        clauses,
        inCondition,
        through,
      ]);

  const publishOne = async (name: string, code: string): Promise<void> => {
    const context = scene.contextIn('Root');
    const output = { id: newId(), name: 'value', description: '', type: 'Boolean' as const, fallback: false, code };
    const text = { parameters: [], outputs: [output], samplePayload: {} };
    const { id, version } = await createFunction(context, { name, description: '', text });
    await publishFunction(context, id, { version, description: '', note: '' });
  };

  it('is each active rule of every assessment, by the clauses that read the list, also through functions', async () => {
    const root = scene.contextIn('Root');
    await publishNewRule(root, 'Sign-ups', ['RETURN Approve()', `RETURN Reject("x") WHEN ${READS}`], 'accountCreation');
    await publishNewRule(root, 'Other', ['RETURN Approve() WHEN "User Support List" == @"user.userId"']);
    const waits = await publishNewRule(root, 'Switched off', [`RETURN Reject("x") WHEN ${READS}`]);
    await setRuleActive(root, 'purchase', waits.id, { active: false, version: waits.version });
    await publishOne('isBlocked', 'RETURN IsBlock("User Support List", "ann")');
    await publishOne('isBad', 'RETURN Functions.isBlocked().value');
    await publishNewRule(root, 'Through', [
      'RETURN Review("x") WHEN Functions.isBad().value',
      'RETURN Review("x") WHEN Functions.isBlocked().value',
    ]);
    expect(await onUserId()).toEqual([
      ['Sign-ups', 'accountCreation', ['Clause 2'], false, []],
      ['Through', 'purchase', ['Clause 1', 'Clause 2'], false, ['isBad', 'isBlocked']],
    ]);
  });
});
