import { PURCHASE_SAMPLE, type SupportEntity } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { replay } from '../decisions/recorded/replay.ts';
import { evaluateRule } from '../rules/evaluate-rule.query.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import type { Merchant } from '../testing/merchant.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { tryOnHistory } from '../testing/whole-history.ts';
import { changeSupportEntries, type SupportChange } from './change-support-entries.command.ts';
import { downloadSupportList, getSupportEntries, getSupportLists, getSupportValue } from './support-lists.queries.ts';

const DAY_MS = 86_400_000;

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const change = (
  entity: SupportEntity,
  values: readonly string[],
  status: SupportChange['status'],
  more: Partial<SupportChange> = {},
  environment = 'Root',
) =>
  changeSupportEntries(scene.contextIn(environment), entity, {
    values,
    status,
    reason: '',
    comments: '',
    expiresAt: null,
    source: 'ListPage',
    ...more,
  });
const inDays = (days: number): string => new Date(scene.clock.now() + days * DAY_MS).toISOString();
const page = (entity: SupportEntity, query: Partial<Parameters<typeof getSupportEntries>[2]> = {}) =>
  getSupportEntries(scene.contextIn('Root'), entity, { limit: 100, ...query });

const publish = (name: string, codes: readonly string[], environment = 'Root') =>
  publishNewRule(scene.contextIn(environment), name, codes);

const decisionOn = async (changes: JsonObject = {}, environment = 'Root'): Promise<string> => {
  const answer = await merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId: newId(), ...changes });
  return (JSON.parse(answer) as { resultDetails: { MerchantRuleDecision: string } }).resultDetails.MerchantRuleDecision;
};

useMerchant(test, (made) => ({ scene, merchant } = made));

describe('changing a support list', () => {
  it('answers every line: added, changed, unchanged, removed, absent, repeated, invalid', async () => {
    const first = await change('email', ['a@x.example', ' B@x.example ', 'b@X.example', 'no address', ''], 'Block');
    expect(first.results).toEqual([
      { line: 1, value: 'a@x.example', outcome: 'added', before: null, problem: null },
      { line: 2, value: 'B@x.example', outcome: 'added', before: null, problem: null },
      { line: 3, value: 'b@X.example', outcome: 'repeated', before: null, problem: null },
      { line: 4, value: 'no address', outcome: 'invalid', before: null, problem: 'notEmail' },
      { line: 5, value: '', outcome: 'invalid', before: null, problem: 'empty' },
    ]);
    expect(first.list).toMatchObject({ counts: { Safe: 0, Watch: 0, Block: 2 }, changed: { by: 'Mara Lindqvist' } });
    const second = await change('email', ['a@x.example'], 'Block');
    expect(second.results).toMatchObject([{ outcome: 'unchanged', before: 'Block' }]);
    const third = await change('email', ['A@x.example', 'c@x.example'], 'Safe');
    expect(third.results).toMatchObject([
      { outcome: 'changed', before: 'Block' },
      { outcome: 'added', before: null },
    ]);
    const fourth = await change('email', ['c@x.example', 'nobody'], null);
    expect(fourth.results).toMatchObject([
      { outcome: 'removed', before: 'Safe' },
      { outcome: 'absent', before: null },
    ]);
    expect(fourth.list.counts).toEqual({ Safe: 1, Watch: 0, Block: 1 });
    expect(await scene.activities()).toEqual(Array.from({ length: 3 }, () => 'Update SupportList Email Support List'));
  });

  it('leaves the activity log alone where nothing changes', async () => {
    await change('userId', ['u1'], 'Watch');
    await change('userId', ['u1'], 'Watch');
    await change('userId', ['u2'], null);
    expect(await scene.activities()).toHaveLength(1);
  });

  it('refuses an expiry that is over, and keeps personal values out of the activity log', async () => {
    await expect(change('email', ['a@x.example'], 'Safe', { expiresAt: inDays(0) })).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [{ path: 'body.expiresAt' }],
    });
    await change('email', ['a@x.example'], 'Safe');
    const entries = await test.database.inTenant(scene.tenantId, (trx) =>
      trx.selectFrom('audit_entry').selectAll().execute(),
    );
    expect(JSON.stringify(entries)).not.toContain('a@x.example');
  });

  it('takes thousands of lines at once', async () => {
    const values = Array.from({ length: 9_000 }, (_, index) => `user ${index}`);
    const { list } = await change('userId', values, 'Block');
    expect(list.counts.Block).toBe(9_000);
    const again = await change('userId', values, 'Safe');
    expect(again.list.counts).toEqual({ Safe: 9_000, Watch: 0, Block: 0 });
  });

  it('lets changes made at the same time follow one another', async () => {
    const statuses = ['Safe', 'Watch', 'Block'] as const;
    await Promise.all(statuses.map((status) => change('ipAddress', ['203.0.113.1'], status)));
    const { current, earlier } = await getSupportValue(scene.contextIn('Root'), 'ipAddress', { value: '203.0.113.1' });
    expect([current, ...earlier].map((entry) => entry?.status).toSorted()).toEqual([...statuses].toSorted());
  });
});

describe('a person who may set a status and not write lists', () => {
  const set = (count: number, from = 0) =>
    changeSupportEntries(
      { ...scene.contextIn('Root', 'Sami Agent'), capabilities: { supportListStatus: 'write' } },
      'userId',
      {
        values: Array.from({ length: count }, (_, index) => `user-${from + index}`),
        status: 'Safe',
        reason: 'verified',
        comments: '',
        expiresAt: new Date(scene.clock.now() + 86_400_000).toISOString(),
        source: 'Support',
      },
    );

  it('says why and until when, as customer support', async () => {
    const change = { values: ['ann'], status: 'Safe', reason: ' ', comments: '', expiresAt: null } as const;
    const asSupport = changeSupportEntries(scene.contextIn('Root', 'Sami Agent'), 'userId', {
      ...change,
      source: 'Support',
    });
    await expect(asSupport).rejects.toMatchObject({
      code: 'REQ-INVALID',
      problems: [{ path: 'body.reason' }, { path: 'body.expiresAt' }],
    });
    const removal = { ...change, status: null, source: 'Support' } as const;
    expect((await changeSupportEntries(scene.contextIn('Root'), 'userId', removal)).results).toMatchObject([
      { outcome: 'absent' },
    ]);
  });

  it('changes a few values in a call and not many calls in an hour', async () => {
    await expect(set(5000)).rejects.toMatchObject({ code: 'SUPPORT-LIST-LIMIT', params: { max: 20, perHour: 200 } });
    for (let call = 0; call < 10; call += 1) await set(20, call * 20);
    await expect(set(1, 900)).rejects.toMatchObject({ code: 'SUPPORT-LIST-LIMIT' });
    expect((await page('userId', { limit: 500 })).entries).toHaveLength(200);
    scene.clock.advance(3_600_001);
    expect((await set(1, 900)).results).toMatchObject([{ outcome: 'added' }]);
  });
});

describe('reading support lists', () => {
  it('gives the newest entries first, page by page, found by text, status and expiry', async () => {
    await change('userId', ['u1', 'u2'], 'Block', { reason: 'Chargeback' });
    await change('userId', ['u3'], 'Safe', { expiresAt: inDays(3), comments: 'A 100% safe bet' });
    const first = await page('userId', { limit: 2 });
    expect(first.entries.map(({ value }) => value)).toEqual(['u3', 'u1']);
    const second = await page('userId', { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ entries: [{ value: 'u2', reason: 'Chargeback' }], nextCursor: null });
    expect((await page('userId', { contains: 'chargeB' })).entries).toHaveLength(2);
    expect((await page('userId', { contains: '100%' })).entries).toHaveLength(1);
    expect((await page('userId', { contains: '_' })).entries).toHaveLength(0);
    expect((await page('userId', { status: 'Safe' })).entries).toMatchObject([{ value: 'u3' }]);
    expect((await page('userId', { expiresWithinDays: 7 })).entries).toMatchObject([{ value: 'u3' }]);
    await expect(page('userId', { cursor: 'x' })).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });

  it('forgets what has expired, and remembers what a list said of a value before', async () => {
    await change('deviceId', ['d1'], 'Watch', { expiresAt: inDays(1) });
    await change('deviceId', ['d1'], 'Safe', { expiresAt: inDays(2), reason: 'checked' });
    const value = () => getSupportValue(scene.contextIn('Root'), 'deviceId', { value: ' D1' });
    expect(await value()).toMatchObject({ current: { status: 'Safe' }, earlier: [{ status: 'Watch' }] });
    scene.clock.advance(3 * DAY_MS);
    expect((await page('deviceId')).entries).toEqual([]);
    expect(await value()).toMatchObject({ current: null, earlier: [{ status: 'Safe' }, { status: 'Watch' }] });
    const { lists } = await getSupportLists(scene.contextIn('Root'));
    expect(lists.map(({ counts }) => counts.Safe + counts.Watch + counts.Block)).toEqual([0, 0, 0, 0, 0]);
    const { results } = await change('deviceId', ['d1'], 'Block');
    expect(results).toMatchObject([{ outcome: 'added', before: null }]);
  });

  it('is CSV with the columns that rules read', async () => {
    await change('email', ['a@x.example'], 'Block', { reason: '=1+1', expiresAt: inDays(1) });
    expect(await downloadSupportList(scene.contextIn('Root'), 'email')).toBe(
      `Emails,Status,Reason,ExpirationDate,Comments\r\na@x.example,Block,'=1+1,${inDays(1)},\r\n`,
    );
  });
});

const RULE = [
  'RETURN Approve("safe") WHEN IsSafe("Email Support List", @"user.email")',
  'RETURN Reject(Lookup("email support list", "emails", @"user.email", "Reason")) WHEN IsBlock("Email Support List", @"user.email")',
  'RETURN Review("watch") WHEN IsWatch("Payment Support List", @"paymentInstrumentList.merchantPaymentInstrumentId")',
];

describe('rules and support lists', () => {
  it('agree from the next event on, in the environment of the rule only, until the entry expires', async () => {
    await publish('Support', RULE);
    expect(await decisionOn()).toBe('Approve');
    await change('email', ['NORA.QUILL@mailbox.example'], 'Block', { expiresAt: inDays(1), reason: 'stolen' });
    expect(await decisionOn()).toBe('Reject');
    expect(await decisionOn({}, 'Child')).toBe('Reject');
    await change('email', ['nora.quill@mailbox.example'], 'Safe', {}, 'Child');
    expect(await decisionOn({}, 'Child')).toBe('Reject');
    scene.clock.advance(2 * DAY_MS);
    expect(await decisionOn()).toBe('Approve');
    await change('paymentInstrument', ['PI-5541'], 'Watch');
    expect(await decisionOn()).toBe('Review');
    expect((await getSupportLists(scene.contextIn('Root'))).lists[0]?.usedBy).toMatchObject([{ name: 'Support' }]);
  });

  it('decide a recorded event as they did, whatever the list says by now', async () => {
    await publish('Support', RULE);
    await change('email', ['nora.quill@mailbox.example'], 'Block', { reason: 'stolen' });
    const eventId = newId();
    expect(await decisionOn({ purchaseId: eventId })).toBe('Reject');
    await change('email', ['nora.quill@mailbox.example'], 'Safe');
    const key = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), kind: 'purchase', eventId } as const;
    const event = await readEvent(test.database, key);
    expect(event && (await replay(test.database, scene.tenantId, event))).toMatchObject({ difference: null });
  });

  it('are tried on history with what the lists said then', async () => {
    await change('email', ['old@x.example'], 'Block', { expiresAt: inDays(1) });
    const buy = (email: string) => decisionOn({ user: { userId: 'u', email } });
    await buy('old@x.example');
    await change('email', ['old@x.example'], null);
    await change('email', ['new@x.example'], 'Block');
    await buy('old@x.example');
    await buy('new@x.example');
    scene.clock.advance(2 * DAY_MS);
    const clauses = [{ id: newId(), name: 'Block', code: RULE[1] ?? '' }];
    for (const baseline of ['today', 'recorded'] as const) {
      const result = await tryOnHistory(test.database, scene, { text: { condition: '', clauses }, baseline });
      expect(result).toMatchObject({ events: 3, after: { Reject: { events: 2 } }, unknown: [] });
    }
  });

  it('are read by the evaluation pane', async () => {
    const evaluator = createRuleEvaluator();
    const text = {
      condition: '',
      clauses: RULE.map((code) => ({ id: newId(), name: 'Clause', code })),
      samplePayload: { user: { email: 'nora@x.example' } },
    };
    const evaluate = async () =>
      (await evaluateRule(scene.contextIn('Root'), evaluator, 'purchase', text)).result?.decision;
    expect(await evaluate()).toBe('Approve');
    await change('email', ['nora@x.example'], 'Block');
    expect(await evaluate()).toBe('Reject');
    await evaluator.close();
  });
});
