import { DAY_MS, newId, seededRandom } from '@redoubt/kernel';
import {
  overlapDrillOf,
  RULE_BAR_MEASURES,
  RULE_MEASURES,
  ruleDrillOf,
  STOPPING_DECISIONS,
  type Decision,
  type Drill,
  type RuleMeasure,
} from '@redoubt/domain';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEvent, PurchaseFacts } from '../log/log-event.ts';
import { createLog } from '../log/log.ts';
import { startProjectors } from '../projections/runner/projectors.ts';
import { summariseSearch } from '../search/search-summary.read-model.ts';
import { readRuleOverlaps, readRuleSums, type RuleSums } from './rule-report.read-model.ts';

const test = useDatabase();
const tenantId = newId();
const [shop, other] = [newId(), newId()];
const scope = { tenantId, environmentIds: [shop, other] };
const START_MS = Date.UTC(2026, 2, 2);
const DAYS = 9;
const range = { fromMs: START_MS + DAY_MS, toMs: START_MS + 8 * DAY_MS, shiftMs: 0 };
const query = {
  assessment: 'purchase',
  from: '2026-03-03',
  to: '2026-03-09',
  step: 'day',
  filters: [],
  compare: 'none',
  most: 50,
} as const;

// One rule observes and decides, one observes alone, one decides alone; the last two have clauses that begin alike.
const [MIXED, WATCH, LIMITS] = [
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e97',
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e98',
  '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e99',
];
const ACTION = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e96';
const VALUES = [
  MIXED,
  WATCH,
  LIMITS,
  `${MIXED} See`,
  `${MIXED} Stop`,
  `${WATCH} Wide`,
  `${LIMITS} Wide`,
  `${LIMITS} Wider`,
];

const random = seededRandom(89);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

type Made = { readonly event: LogEvent; readonly facts: PurchaseFacts; readonly label: 'Fraud' | 'NonFraud' | null };

const purchases = Array.from({ length: 300 }, (_, number): Made => {
  const eventTimeMs = START_MS + Math.floor(random() * DAYS * DAY_MS);
  const decider = oneOf([null, `${MIXED} Stop`, `${LIMITS} Wide`, `${LIMITS} Wider`]);
  const decision: Decision = decider === null ? 'Approve' : oneOf(['Approve', 'Reject', 'Review', 'Challenge']);
  const observed = [`${WATCH} Wide`, `${MIXED} See`].filter(() => random() < 0.4);
  const hitOf = (value: string, made: Decision | null) => ({
    ruleId: value.slice(0, 36),
    clause: value.slice(37),
    decision: made,
  });
  const facts = {
    decision,
    rule: decider === null ? null : 'Some rule',
    clause: decider === null ? null : decider.slice(37),
    amount: Math.round(random() * 100_000) / 100,
    currency: oneOf(['EUR', 'SEK', null]),
    hits: [
      ...observed.map((value) => hitOf(value, null)),
      ...(decider === null ? [] : [hitOf(decider, decision)]),
      ...(random() < 0.2 ? [{ ruleId: ACTION, clause: 'Mail', decision: null, action: true as const }] : []),
    ],
  };
  const event = aPurchase(
    { tenantId, environmentId: oneOf([shop, other]) },
    { eventId: `p-${number}`, eventTimeMs, receivedAtMs: eventTimeMs },
    facts,
  );
  return { event, facts: event.facts as PurchaseFacts, label: oneOf(['Fraud', 'NonFraud', null]) };
});

beforeAll(async () => {
  const labels = purchases.flatMap(({ event, label }): readonly LogEvent[] => {
    if (label === null) return [];
    const body = label === 'Fraud' ? { isFraud: true } : { isFraud: false };
    const at = { receivedAtMs: event.eventTimeMs + DAY_MS };
    return [aRelatedEvent(event, 'label', { purchaseId: event.eventId, body }, at)];
  });
  const log = createLog(test.database, { timeoutMs: 20_000 });
  const projectors = startProjectors(test.database, log);
  await Promise.all([...purchases.map(({ event }) => event), ...labels].map((event) => log.append(event)));
  await projectors.caughtUp();
  await projectors.close();
  await log.close();
});

const within = purchases.filter(({ event }) => event.eventTimeMs >= range.fromMs && event.eventTimeMs < range.toMs);

/** What Search cannot ask for. */
const UNKNOWN: readonly RuleMeasure[] = ['chargebacks', 'bankApproved', 'bankDeclined'];

/** Whether an event counts for a measure, worked out from what was sent. */
const counts = ({ facts, label }: Made, value: string, measure: RuleMeasure): boolean => {
  const isOf = (hit: PurchaseFacts['hits'][number]): boolean =>
    hit.action !== true && (value.length === 36 ? hit.ruleId === value : `${hit.ruleId} ${hit.clause}` === value);
  const hits = facts.hits.filter(isOf);
  const decided = hits.some(({ decision }) => decision !== null);
  const stopped = decided && (STOPPING_DECISIONS as readonly string[]).includes(facts.decision);
  const as = (decision: Decision): boolean => decided && facts.decision === decision;
  return {
    hits: hits.length > 0,
    decided,
    approved: as('Approve'),
    rejected: as('Reject'),
    reviewed: as('Review'),
    challenged: as('Challenge'),
    fraud: hits.length > 0 && label === 'Fraud',
    nonFraud: hits.length > 0 && label === 'NonFraud',
    fraudStopped: stopped && label === 'Fraud',
    goodHit: stopped && label === 'NonFraud',
    chargebacks: false,
    bankApproved: false,
    bankDeclined: false,
  }[measure];
};

const total = (sums: readonly RuleSums[], value: string, measure: RuleMeasure): number =>
  sums.filter((each) => each.value === value).reduce((sum, each) => sum + (each.counts[measure] ?? 0), 0);

const search = async (drill: Drill | null): Promise<number> => {
  if (drill === null) throw new Error('it leads to no events');
  const { eventType, from, to, filters } = drill.query;
  const asked = { kind: eventType, from: new Date(from), to: new Date(to), filters };
  return (await summariseSearch(test.database, scope, asked)).total;
};

describe('a report of rules', () => {
  const read = (by: 'total' | 'bar' = 'total', filters: Parameters<typeof readRuleSums>[2]['filters'] = []) =>
    readRuleSums(test.database, scope, { kind: 'purchase', step: 'day', filters }, range, by);

  it('counts hits, decisions and labels of each rule and clause', async () => {
    const sums = await read();
    expect(new Set(sums.map(({ value }) => value))).toEqual(new Set([...VALUES, `${ACTION} Mail`]));
    for (const value of VALUES) {
      for (const measure of RULE_MEASURES) {
        const expected = within.filter((made) => counts(made, value, measure)).length;
        expect([value, measure, total(sums, value, measure)]).toEqual([value, measure, expected]);
      }
    }
    expect(total(sums, MIXED, 'goodHit')).toBeGreaterThan(0);
  });

  it('sums amounts by currency', async () => {
    const sums = await read();
    const euros = within.filter((made) => made.facts.currency === 'EUR' && counts(made, LIMITS, 'rejected'));
    const expected = euros.reduce((sum, { facts }) => sum + (facts.amount ?? 0), 0);
    const found = sums.find(({ value, currency }) => value === LIMITS && currency === 'EUR');
    expect(found?.amounts.rejected).toBeCloseTo(expected, 6);
  });

  it('has the same in bars', async () => {
    const [sums, bars] = [await read(), await read('bar')];
    for (const value of VALUES) {
      for (const measure of RULE_BAR_MEASURES) expect(total(bars, value, measure)).toBe(total(sums, value, measure));
    }
    expect(new Set(bars.map(({ barMs }) => barMs)).size).toBe(7);
  });

  it('is narrowed by what its sums know', async () => {
    const sums = await read('total', [{ dimension: 'decision', values: ['Reject'] }]);
    const expected = within.filter((made) => made.facts.decision === 'Reject' && counts(made, WATCH, 'hits')).length;
    expect(total(sums, WATCH, 'hits')).toBe(expected);
  });

  it('leads from each figure to as many events in Search', async () => {
    const sums = await read();
    for (const value of VALUES) {
      const of = { ruleId: value.slice(0, 36), clause: value.length === 36 ? null : value.slice(37) };
      for (const measure of RULE_MEASURES.filter((each) => !UNKNOWN.includes(each))) {
        const found = await search(ruleDrillOf(query, of, measure));
        expect([value, measure, found]).toEqual([value, measure, total(sums, value, measure)]);
      }
    }
  });

  it('does not ask Search for chargebacks and answers of the bank', () => {
    for (const measure of UNKNOWN) expect(ruleDrillOf(query, { ruleId: LIMITS, clause: null }, measure)).toBe(null);
  });

  it('keeps to its environments and its tenant', async () => {
    const asked = { kind: 'purchase', step: 'day', filters: [] } as const;
    const one = await readRuleSums(test.database, { tenantId, environmentIds: [shop] }, asked, range, 'total');
    const inShop = within.filter(({ event }) => event.environmentId === shop);
    expect(total(one, WATCH, 'hits')).toBe(inShop.filter((made) => counts(made, WATCH, 'hits')).length);
    const foreign = { tenantId: newId(), environmentIds: [shop] };
    expect(await readRuleSums(test.database, foreign, asked, range, 'total')).toEqual([]);
    expect(await readRuleOverlaps(test.database, foreign, 'purchase', range)).toEqual([]);
  });
});

describe('overlaps of rules', () => {
  it('count events that two rules both hit, and those that one hit alone', async () => {
    const overlaps = await readRuleOverlaps(test.database, scope, 'purchase', range);
    const rulesOf = ({ facts }: Made): readonly string[] =>
      [MIXED, WATCH, LIMITS].filter((rule) => facts.hits.some(({ ruleId }) => ruleId === rule));
    for (const [ruleId, otherId] of [
      [MIXED, WATCH],
      [MIXED, LIMITS],
      [WATCH, LIMITS],
      [MIXED, null],
      [WATCH, null],
      [LIMITS, null],
    ] as const) {
      const both = within.filter((made) => {
        const rules = rulesOf(made);
        return otherId === null
          ? rules.length === 1 && rules[0] === ruleId
          : rules.includes(ruleId) && rules.includes(otherId);
      });
      const labelled = (label: string): number => both.filter((made) => made.label === label).length;
      expect(
        overlaps.find((each) => each.ruleId === ruleId && each.otherId === otherId) ?? { ruleId, otherId, events: 0 },
      ).toEqual(
        both.length === 0
          ? { ruleId, otherId, events: 0 }
          : { ruleId, otherId, events: both.length, fraud: labelled('Fraud'), nonFraud: labelled('NonFraud') },
      );
    }
    expect(overlaps.length).toBeLessThanOrEqual(6);
  });

  it('lead to as many events in Search', async () => {
    const overlaps = await readRuleOverlaps(test.database, scope, 'purchase', range);
    const pairs = overlaps.filter(({ otherId }) => otherId !== null);
    expect(pairs.length).toBeGreaterThan(0);
    for (const { ruleId, otherId, events } of pairs)
      expect(await search(overlapDrillOf(query, ruleId, String(otherId)))).toBe(events);
  });
});
