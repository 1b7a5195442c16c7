import { Readable } from 'node:stream';
import type { BodyOf, queryRuleReport as endpoint, RuleDetail } from '@redoubt/contracts';
import { DEFAULT_COST_MODEL, ruleDrillOf } from '@redoubt/domain';
import type { PurchaseFacts } from '@redoubt/storage';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { putCostModel } from '../cost-model/put-cost-model.command.ts';
import { putCurrencySettings, uploadExchangeRates } from '../currencies/currencies.commands.ts';
import { deleteRule } from '../rules/change-rule.commands.ts';
import { summariseSearch } from '../search/summarise-search.query.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents, timesOfDay } from '../testing/store-events.ts';
import { queryRuleReport } from './query-rule-report.query.ts';

const test = useDatabase();
let scene: Scene;
let limits: RuleDetail;
let drawn: RuleDetail;
let reviews: RuleDetail;

const CLAUSE = 'Clause 1';
const place = () => ({ tenantId: scene.tenantId, environmentId: scene.idOf('Shop') });
const at = (daysAgo: number) => timesOfDay(scene.clock, daysAgo);
const stoppedBy = (
  rule: RuleDetail,
  change: Partial<PurchaseFacts> = {},
  decision: 'Reject' | 'Review' = 'Reject',
): Partial<PurchaseFacts> => ({
  decision,
  rule: rule.name,
  clause: CLAUSE,
  amount: 100,
  currency: 'EUR',
  hits: [{ ruleId: rule.id, clause: CLAUSE, decision }],
  ...change,
});
/** One that the control share let pass. */
const passedBy = (rule: RuleDetail): Partial<PurchaseFacts> => ({
  decision: 'Approve',
  reason: 'CONTROL_SHARE',
  amount: 100,
  currency: 'EUR',
  hits: [{ ruleId: rule.id, clause: CLAUSE, decision: null }],
  control: { probability: 0.1, stopped: { decision: 'Reject', ruleId: rule.id, rule: rule.name, clause: CLAUSE } },
});
const labelled = (purchaseId: string, isFraud: boolean) =>
  aRelatedEvent(place(), 'label', { purchaseId, body: { isFraud } }, at(0));

const times = <Value>(count: number, make: (number: number) => Value): Value[] =>
  Array.from({ length: count }, (_, number) => make(number));

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' }, Other: {} });
  const root = scene.contextIn('Root');
  limits = await publishNewRule(root, 'Limits', ['RETURN Reject() WHEN @"totalAmount" > 9']);
  drawn = await publishNewRule(root, 'Drawn', ['RETURN Reject()']);
  reviews = await publishNewRule(root, 'Reviews', ['RETURN Review()']);
  const controlled = { control: { probability: 0.1, stopped: null } };
  await storeEvents(test.database, [
    aPurchase(place(), { ...at(1), eventId: 'good' }, stoppedBy(limits)),
    aPurchase(place(), { ...at(1), eventId: 'bad' }, stoppedBy(limits, { amount: 300 })),
    aPurchase(place(), at(2), stoppedBy(limits)),
    aPurchase(place(), at(2), stoppedBy(limits, { amount: 550, currency: 'SEK' })),
    ...times(20, (number) =>
      aPurchase(place(), { ...at(2), eventId: `drawn-${number}` }, stoppedBy(drawn, controlled)),
    ),
    aPurchase(place(), { ...at(2), eventId: 'dear' }, stoppedBy(drawn, { amount: 1000 })),
    aPurchase(place(), { ...at(2), eventId: 'passed-bad' }, passedBy(drawn)),
    aPurchase(place(), { ...at(2), eventId: 'passed-good' }, passedBy(drawn)),
    ...times(12, (number) =>
      aPurchase(place(), { ...at(2), eventId: `review-${number}` }, stoppedBy(reviews, {}, 'Review')),
    ),
    // In the days before.
    aPurchase(place(), { ...at(5), eventId: 'before' }, stoppedBy(limits)),
    labelled('good', false),
    labelled('bad', true),
    labelled('drawn-0', true),
    labelled('dear', true),
    labelled('passed-bad', true),
    labelled('before', false),
    ...times(4, (number) => labelled(`review-${number}`, true)),
    ...times(3, (number) => labelled(`review-${number + 4}`, false)),
    // What a review ends with where it leaves no label.
    ...times(3, (number) =>
      aRelatedEvent(
        place(),
        'purchaseStatus',
        { purchaseId: `review-${number + 7}`, body: { statusType: 'Approved' } },
        at(1),
      ),
    ),
  ]);
});

type Asked = BodyOf<typeof endpoint>;

const QUESTION = {
  assessment: 'purchase',
  from: '2026-03-11',
  to: '2026-03-14',
  step: 'day',
  filters: [],
  compare: 'previous',
  includeChildren: true,
} as const;
const ask = (change: Partial<Asked> = {}) =>
  queryRuleReport(scene.contextIn('Shop'), { ...QUESTION, filters: [], ...change });
const ruleOf = async (rule: RuleDetail, change: Partial<Asked> = {}) => {
  const found = (await ask(change)).rules.find(({ id }) => id === rule.id);
  if (found === undefined) throw new Error(`${rule.name} is not in the report`);
  return found;
};

// 30 % margin, 15 a chargeback, 3 a review, 25 an insult, of reviewed ones a tenth.
const LOSS = 100 * 0.7 + 15;
const INSULT = 100 * 0.3 + 25;

describe('the money of rules', () => {
  it('is the same from sums of rules and from cells, which a filter that leaves nothing out reads', async () => {
    const every = [{ dimension: 'label' as const, values: ['None', 'Fraud', 'NonFraud'] }];
    for (const step of ['day', 'week'] as const) {
      const report = await ask({ step });
      expect(report.rules.length).toBeGreaterThan(2);
      expect(await ask({ step, filters: every })).toEqual(report);
    }
  });

  it('counts labels where nothing says more, with the bounds of what they do not say', async () => {
    const { money, moneyBefore, clauses } = await ruleOf(limits);
    expect(money).toMatchObject({
      basis: 'labels',
      evidence: 2,
      stopped: 3,
      prevented: 300 * 0.7 + 15,
      insult: INSULT,
      review: 0,
      net: 225 - INSULT,
      lower: 225 - INSULT - INSULT,
      upper: 225 - INSULT + LOSS,
    });
    expect(moneyBefore).toMatchObject({ insult: INSULT, prevented: 0, stopped: 1 });
    expect(clauses[0]?.money).toEqual(money);
  });

  it('rests on what the control share let pass, and says so', async () => {
    const { money, total } = await ruleOf(drawn);
    // Each stands for ten, itself left out; the dear one could not pass, and its label counts.
    expect(money).toMatchObject({
      basis: 'control',
      evidence: 2,
      stopped: 21,
      prevented: 9 * LOSS + (1000 * 0.7 + 15),
      insult: 9 * INSULT,
      fraudEvents: 10,
      goodEvents: 9,
    });
    expect(money?.lower).toBeLessThan(money?.net ?? 0);
    expect(total.counts).toMatchObject({ hits: 23, decided: 21, fraudStopped: 2 });
  });

  it('takes reviewed events to be like those with an outcome, which is an assumption', async () => {
    const { money } = await ruleOf(reviews);
    // Four of ten are fraud, of the other two four in ten.
    expect(money).toMatchObject({ basis: 'outcomes', evidence: 10, stopped: 12, fraudEvents: 4.8, goodEvents: 7.2 });
    expect(money).toMatchObject({ review: 36, reviewEvents: 12 });
    expect(money?.prevented).toBeCloseTo(4.8 * LOSS, 4);
    expect(money?.insult).toBeCloseTo(7.2 * INSULT * 0.1, 4);
  });

  it('adds up to what all rules came to, and names what it leaves out', async () => {
    const { money, rules } = await ask();
    expect(money).toMatchObject({
      currency: 'EUR',
      converts: false,
      missing: [{ currency: 'SEK', events: 1 }],
      costs: DEFAULT_COST_MODEL,
      costsFrom: null,
      total: { stopped: 36, stoppedBy: { control: 21, outcomes: 12, neighbours: 0, labels: 3 } },
      before: { stopped: 1 },
    });
    const net = rules.reduce((sum, rule) => sum + (rule.money?.net ?? 0), 0);
    expect(money?.total.net).toBeCloseTo(net, 3);
  });

  it.each(['day', 'week'] as const)('has a net value for each %s that adds up, whatever it rests on', async (step) => {
    const { bars, rules } = await ask({ step });
    const decided = rules.filter(({ money }) => (money?.stopped ?? 0) > 0);
    expect(decided.map(({ money }) => money?.basis).toSorted()).toEqual(
      expect.arrayContaining(['control', 'outcomes']),
    );
    for (const { nets, money } of decided) {
      expect(nets).toHaveLength(bars.length);
      expect(nets?.reduce((sum, net) => sum + net, 0)).toBeCloseTo(money?.net ?? Number.NaN, 2);
    }
  });

  it('stops as many events as Search finds', async () => {
    const drill = ruleDrillOf(
      { ...QUESTION, filters: [{ dimension: 'currency', values: ['EUR'] }], most: 1 },
      { ruleId: drawn.id, clause: null },
      'decided',
    );
    if (drill === null) throw new Error('it leads to no events');
    const { eventType, from, to, filters } = drill.query;
    const found = await summariseSearch(scene.contextIn('Shop'), {
      eventType,
      from,
      to,
      filters,
      includeChildren: true,
    });
    expect(found.total).toBe((await ruleOf(drawn)).money?.stopped);
    expect(found.ruleNames).toEqual([{ ruleId: drawn.id, name: 'Drawn' }]);
  });

  it('is behind links that name rules of here and above, also gone ones, and no others', async () => {
    const elsewhere = await publishNewRule(scene.contextIn('Other'), 'Elsewhere', ['RETURN Reject()']);
    const gone = await publishNewRule(scene.contextIn('Root'), 'Gone', ['RETURN Reject()']);
    await deleteRule(scene.contextIn('Root'), 'purchase', gone.id, gone.version);
    const values = [limits.id, `${gone.id} ${CLAUSE}`, elsewhere.id, 'none'];
    const { ruleNames } = await summariseSearch(scene.contextIn('Shop'), {
      eventType: 'purchase',
      from: '2026-03-11T00:00:00.000Z',
      to: '2026-03-15T00:00:00.000Z',
      filters: [{ field: 'hit', operator: 'is', values }],
      includeChildren: true,
    });
    expect(ruleNames.map(({ name }) => name)).toEqual(['Limits', 'Gone']);
  });

  it('is narrowed by filters, and told in the currency that they leave', async () => {
    const krona = [{ dimension: 'currency' as const, values: ['SEK'] }];
    expect((await ask({ filters: krona })).money?.currency).toBe('SEK');
    expect(await ruleOf(limits, { filters: krona })).toMatchObject({ money: { stopped: 1, prevented: 0 } });
    const filters = [{ dimension: 'label' as const, values: ['Fraud'] }];
    expect(await ruleOf(limits, { filters })).toMatchObject({ money: { stopped: 1, prevented: 225, insult: 0 } });
  });

  it('follows the costs of the environment, and rates of the tree', async () => {
    await putCostModel(scene.contextIn('Root'), {
      version: '0',
      model: { ...DEFAULT_COST_MODEL, marginPercent: 0, insultCost: 5 },
    });
    expect((await ruleOf(limits)).money).toMatchObject({ prevented: 315, insult: 5 });
    await putCurrencySettings(scene.contextIn('Root'), { version: '0', currency: 'EUR', maxAgeDays: 7 });
    const csv = 'date,base,quote,rate\n2026-03-11,EUR,SEK,11\n';
    await uploadExchangeRates(scene.contextIn('Root'), { name: 'r.csv', stream: Readable.from([Buffer.from(csv)]) });
    const { money } = await ask();
    expect(money).toMatchObject({ converts: true, missing: [], costsFrom: 'Root', total: { stopped: 37 } });
    // The SEK are 50 EUR: were they fraud, they would cost that and the fee.
    const converted = await ruleOf(limits);
    expect(converted.money?.upper).toBeCloseTo(315 - 5 + 100 + 15 + 50 + 15, 4);
  });
});
