import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChangeRecorder } from '../change-recorder.ts';
import { getEvent } from '../events/get-event.query.ts';
import { replay } from '../decisions/recorded/replay.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { publishNewRule, REJECT } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { putControlShare } from './control-share.commands.ts';
import { getControlShare } from './control-share.queries.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant | undefined;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Sister: { parent: 'Root' } });
});
afterEach(async () => {
  await merchant?.close();
  merchant = undefined;
});

/** As a change is carried out that a second person may have to approve. */
const approvedIn = (environment: string) => ({ ...scene.contextIn(environment), changes: new ChangeRecorder() });

const LIMITS = [{ currency: 'EUR', amount: 1000 }];

const put = async (environment: string, share: Partial<Parameters<typeof putControlShare>[1]>) => {
  const context = approvedIn(environment);
  const { version } = await getControlShare(context);
  const everything = { sharePercent: 10, decisions: ['Reject' as const], limits: LIMITS, rules: [] };
  const detail = await putControlShare(context, { ...everything, ...share, version });
  return { detail, asked: context.changes.needsSecondPerson };
};

const send = async (environment: string, body: JsonObject = {}) => {
  merchant ??= await createMerchant(test.database, scene);
  const eventId = newId();
  const purchase = {
    ...PURCHASE_SAMPLE,
    purchaseId: eventId,
    totalAmount: 500,
    currency: 'EUR',
    ...body,
  } as JsonObject;
  const answer = JSON.parse(await merchant.send(environment, 'purchase', purchase)) as {
    readonly resultDetails: { readonly MerchantRuleDecision: string; readonly MerchantRuleReason: string };
  };
  return { eventId, ...answer.resultDetails };
};

const sendMany = async (environment: string, count: number) => {
  merchant ??= await createMerchant(test.database, scene);
  return Promise.all(Array.from({ length: count }, () => send(environment)));
};

const storedEvent = async (environment: string, eventId: string) => {
  const key = { tenantId: scene.tenantId, environmentId: scene.idOf(environment), kind: 'purchase', eventId } as const;
  const event = await readEvent(test.database, key);
  if (event === undefined) throw new Error(`there is no event ${eventId}`);
  return event;
};

describe('a control share', () => {
  it('lets some of what a rule stops pass, keeps what would have been, and replays to the same', async () => {
    await publishNewRule(scene.contextIn('Root'), 'Amount', [REJECT]);
    await put('Child', {});
    const sent = await sendMany('Child', 120);
    const passed = sent.filter(({ MerchantRuleDecision: decision }) => decision === 'Approve');
    const stopped = sent.filter(({ MerchantRuleDecision: decision }) => decision === 'Reject');
    expect(passed.length + stopped.length).toBe(120);
    // Twelve are expected; none or all would come once in 300,000 runs or never.
    expect(passed.length).toBeGreaterThan(0);
    expect(stopped.length).toBeGreaterThan(60);
    expect(new Set(passed.map(({ MerchantRuleReason: reason }) => reason))).toEqual(new Set(['CONTROL_SHARE']));

    for (const [{ eventId } = { eventId: '' }, decides] of [
      [passed[0], 'Approve'],
      [stopped[0], 'Reject'],
    ] as const) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- two of them
      const event = await storedEvent('Child', eventId);
      expect(event.result).toMatchObject({ decision: decides, control: { probability: 0.1 } });
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      expect(await replay(test.database, scene.tenantId, event)).toMatchObject({ difference: null });
    }
    const detail = await getEvent(scene.contextIn('Child'), {
      environmentId: scene.idOf('Child'),
      eventEnvironmentId: scene.idOf('Child'),
      eventType: 'purchase',
      eventId: passed[0]?.eventId ?? '',
    });
    expect(detail.control).toMatchObject({
      probability: 0.1,
      stopped: { decision: 'Reject', reason: 'High amount', rule: { name: 'Amount' }, clause: 'Clause 1' },
    });
  });

  it('replays to the same after it was changed', async () => {
    await publishNewRule(scene.contextIn('Root'), 'Amount', [REJECT]);
    await put('Child', {});
    const { eventId } = await send('Child');
    await put('Child', { sharePercent: 0 });
    expect(await replay(test.database, scene.tenantId, await storedEvent('Child', eventId))).toMatchObject({
      difference: null,
    });
    const sent = await sendMany('Child', 20);
    expect(new Set(sent.map(({ MerchantRuleDecision: decision }) => decision))).toEqual(new Set(['Reject']));
  });

  it('is that of the environment of the event, and leaves other currencies and larger amounts alone', async () => {
    await publishNewRule(scene.contextIn('Root'), 'Amount', [REJECT]);
    await put('Root', {});
    await put('Child', { limits: [{ currency: 'EUR', amount: 400 }] });
    const decisions = [...(await sendMany('Sister', 15)), ...(await sendMany('Child', 15))];
    expect(new Set(decisions.map(({ MerchantRuleDecision: decision }) => decision))).toEqual(new Set(['Reject']));
    const { eventId } = await send('Child', { totalAmount: 300, currency: 'USD' });
    expect((await storedEvent('Child', eventId)).result).not.toHaveProperty('control');
  });

  it('needs a second person to let more pass, and none to let less pass', async () => {
    const rule = await publishNewRule(scene.contextIn('Child'), 'Amount', [REJECT]);
    expect((await put('Child', { sharePercent: 2 })).asked).toBe(true);
    expect((await put('Child', { sharePercent: 1 })).asked).toBe(false);
    expect((await put('Child', { sharePercent: 1, rules: [{ ruleId: rule.id, sharePercent: 3 }] })).asked).toBe(true);
    const { detail } = await put('Child', { sharePercent: 0 });
    expect(detail).toMatchObject({ sharePercent: 0, rules: [], ruleNames: [{ name: 'Amount', environment: 'Child' }] });
    expect((await scene.activities()).filter((line) => line.includes('ControlShare'))).toHaveLength(4);
    const alone = { ...scene.contextIn('Child') };
    const { version } = await getControlShare(alone);
    await expect(
      putControlShare(alone, { sharePercent: 1, decisions: ['Reject'], limits: LIMITS, rules: [], version }),
    ).rejects.toMatchObject({ code: 'CHANGE-APPROVAL-REQUIRED' });
  });

  it('refuses an old version, a rule that is none, and a currency that stands twice', async () => {
    const context = approvedIn('Child');
    const share = { sharePercent: 1, decisions: ['Reject' as const], limits: LIMITS, rules: [] };
    await expect(putControlShare(context, { ...share, version: 'zz' })).rejects.toMatchObject({
      code: 'CONTROL-SHARE-STALE',
    });
    const { version } = await getControlShare(context);
    const wrong = { ...share, limits: [...LIMITS, ...LIMITS], rules: [{ ruleId: newId(), sharePercent: 1 }], version };
    await expect(putControlShare(context, wrong)).rejects.toMatchObject({ code: 'REQ-INVALID', params: { count: 2 } });
  });
});
