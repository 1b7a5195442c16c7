import type { BodyOf, queryRuleReport as endpoint, RuleDetail } from '@redoubt/contracts';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import type { PurchaseFacts } from '@redoubt/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteRule, renameRule } from '../rules/change-rule.commands.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents, timesOfDay } from '../testing/store-events.ts';
import { queryRuleReport } from './query-rule-report.query.ts';

const test = useDatabase();
let scene: Scene;
let limits: RuleDetail;
let watch: RuleDetail;
let gone: RuleDetail;
let unused: RuleDetail;

const place = (environment: string) => ({ tenantId: scene.tenantId, environmentId: scene.idOf(environment) });
const at = (daysAgo: number) => timesOfDay(scene.clock, daysAgo);
const seen = (rule: RuleDetail): PurchaseFacts['hits'][number] => ({
  ruleId: rule.id,
  clause: 'Clause 1',
  decision: null,
});
const rejectedBy = (rule: RuleDetail, clause = 'Clause 1', hits: PurchaseFacts['hits'] = []) => ({
  decision: 'Reject' as const,
  rule: rule.name,
  clause,
  amount: 100,
  hits: [...hits, { ruleId: rule.id, clause, decision: 'Reject' as const }],
});

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  const root = scene.contextIn('Root');
  limits = await publishNewRule(root, 'Limits', ['RETURN Reject() WHEN @"totalAmount" > 9', 'RETURN Review()']);
  scene.clock.advance(1000);
  watch = await publishNewRule(root, 'Watch', ['OBSERVE Output(a = 1)']);
  gone = await publishNewRule(root, 'Gone', ['RETURN Reject()']);
  scene.clock.advance(1000);
  unused = await publishNewRule(scene.contextIn('Shop'), 'Unused', ['RETURN Challenge("SMS")']);
  scene.clock.advance(1000);
  limits = await renameRule(root, 'purchase', limits.id, { version: limits.version, name: 'Amounts', description: '' });
  await deleteRule(root, 'purchase', gone.id, gone.version);
  await storeEvents(test.database, [
    aPurchase(place('Root'), { ...at(1), eventId: 'good' }, rejectedBy(limits, 'Clause 1', [seen(watch)])),
    aPurchase(place('Shop'), { ...at(2), eventId: 'bad' }, { ...rejectedBy(limits), currency: 'SEK' }),
    aPurchase(place('Root'), at(2), rejectedBy(limits, 'Former')),
    aPurchase(place('Root'), at(2), rejectedBy(gone)),
    aPurchase(place('Root'), at(3), { hits: [seen(watch)] }),
    aPurchase(place('Root'), at(3)),
    // In the days before.
    aPurchase(place('Root'), at(5), rejectedBy(limits)),
    aRelatedEvent(place('Root'), 'label', { purchaseId: 'good', body: { isFraud: false } }, at(0)),
    aRelatedEvent(place('Shop'), 'label', { purchaseId: 'bad', body: { isFraud: true } }, at(0)),
  ]);
});

type Asked = BodyOf<typeof endpoint>;

const ask = (change: Partial<Asked> = {}, environment = 'Root') =>
  queryRuleReport(scene.contextIn(environment), {
    assessment: 'purchase',
    from: '2026-03-11',
    to: '2026-03-14',
    step: 'day',
    filters: [],
    compare: 'none',
    includeChildren: true,
    ...change,
  });

const ruleOf = async (rule: RuleDetail, change: Partial<Asked> = {}, environment = 'Root') => {
  const found = (await ask(change, environment)).rules.find(({ id }) => id === rule.id);
  if (found === undefined) throw new Error(`${rule.name} is not in the report`);
  return found;
};

describe('a report of rules', () => {
  it.each(['day', 'week'] as const)('counts by %s without amounts where bars of counts are asked for', async (step) => {
    const { rules, ...all } = await ask({ step });
    const { rules: lean, ...rest } = await ask({ step, bars: 'counts' });
    expect(rest).toEqual(all);
    const counted = <Measured extends (typeof rules)[number]['clauses'][number] | (typeof rules)[number]>(
      of: Measured,
    ) => ({
      ...of,
      bars: of.bars.map(({ counts }) => ({ counts, amounts: {} })),
    });
    expect(lean).toEqual(rules.map((rule) => ({ ...counted(rule), clauses: rule.clauses.map(counted) })));
    expect(lean.some(({ bars }) => bars.some(({ counts }) => (counts.hits ?? 0) > 0))).toBe(true);
  });

  it('says what each rule and clause decided, and what became of it', async () => {
    const rule = await ruleOf(limits);
    expect(rule).toMatchObject({
      name: 'Amounts',
      state: 'active',
      environmentName: 'Root',
      decides: true,
      decisions: ['Reject', 'Review'],
    });
    expect(rule.total).toMatchObject({
      counts: { hits: 3, decided: 3, rejected: 3, fraud: 1, nonFraud: 1, fraudStopped: 1, goodHit: 1, chargebacks: 0 },
      amounts: { EUR: { rejected: 200, goodHit: 100 }, SEK: { fraudStopped: 100 } },
    });
    expect(rule.bars.map(({ counts }) => counts.hits ?? 0)).toEqual([0, 2, 1, 0]);
    expect(rule.clauses.map(({ name, order, total }) => [name, order, total.counts.hits ?? 0])).toEqual([
      ['Clause 1', 1, 2],
      ['Clause 2', 2, 0],
      ['Former', null, 1],
    ]);
  });

  it('keeps the names that a rule had, and those of rules that are gone', async () => {
    expect(await ruleOf(limits)).toMatchObject({ name: 'Amounts', formerNames: ['Limits'] });
    const deleted = await ruleOf(gone);
    expect(deleted).toMatchObject({ name: 'Gone', state: 'deleted', environmentName: 'Root', publishedVersion: null });
    expect(deleted.deletedAt).not.toBe(null);
    expect(deleted.total.counts.decided).toBe(1);
  });

  it('tells rules that only observe from those that decide', async () => {
    const rule = await ruleOf(watch);
    expect(rule).toMatchObject({ decides: false, decisions: [] });
    expect(rule.total.counts).toMatchObject({ hits: 2, decided: 0, nonFraud: 1, goodHit: 0 });
  });

  it('has rules that were not hit', async () => {
    const rule = await ruleOf(unused);
    expect(rule).toMatchObject({
      total: { counts: {}, amounts: {} },
      decisions: ['Challenge'],
      environmentName: 'Shop',
    });
  });

  it('sets rules beside the period before', async () => {
    const rule = await ruleOf(limits, { compare: 'previous' });
    expect(rule.before?.counts).toMatchObject({ hits: 1, rejected: 1 });
    const { events, eventsBefore } = await ask({ compare: 'previous' });
    expect([events, eventsBefore]).toEqual([6, 1]);
    expect((await ruleOf(limits)).before).toBe(null);
  });

  it('says how often two rules hit the same events', async () => {
    const { overlaps } = await ask();
    const both = overlaps.find(({ ruleId, otherId }) => otherId !== null && [ruleId, otherId].includes(limits.id));
    expect(both).toMatchObject({ events: 1, fraud: 0, nonFraud: 1 });
    expect(overlaps).toContainEqual({ ruleId: limits.id, otherId: null, events: 2, fraud: 1, nonFraud: 0 });
  });

  it('names versions that were published in the period', async () => {
    const { changes } = await ask();
    expect(changes.map(({ name, version }) => [name, version])).toEqual([
      ['Amounts', 1],
      ['Watch', 1],
      ['Unused', 1],
    ]);
    expect((await ask({ to: '2026-03-13' })).changes).toEqual([]);
  });

  it('keeps to its environments, and shows rules from above', async () => {
    expect((await ruleOf(limits, {}, 'Shop')).total.counts.hits).toBe(1);
    expect((await ruleOf(limits, { includeChildren: false })).total.counts.hits).toBe(2);
    const alone = await ask({ includeChildren: false });
    expect(alone.rules.map(({ id }) => id)).not.toContain(unused.id);
    const filtered = await ruleOf(limits, { filters: [{ dimension: 'label', values: ['Fraud'] }] });
    expect(filtered.total.counts.hits).toBe(1);
  });

  const refused: readonly (readonly [Partial<Asked>, string, object])[] = [
    [{ from: '2026-03-15' }, 'REPORT-QUERY-INVALID', { field: 'to' }],
    [{ from: '2025-11-01' }, 'REPORT-RANGE-TOO-LONG', { days: 124 }],
    [{ filters: [{ dimension: 'decision', values: ['Maybe'] }] }, 'REPORT-QUERY-INVALID', { field: 'decision' }],
  ];

  it.each(refused)('asked with %o is refused', async (change, code, params) => {
    await expect(ask(change)).rejects.toMatchObject({ code, params });
  });

  it('of an assessment that is not there is refused', async () => {
    await expect(ask({ assessment: 'assessment-9' })).rejects.toMatchObject({ code: 'ASSESSMENT-UNKNOWN' });
  });
});
