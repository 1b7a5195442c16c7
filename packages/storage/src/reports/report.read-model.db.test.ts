import { DAY_MS, HOUR_MS, newId, seededRandom, type Id, type JsonObject } from '@redoubt/kernel';
import {
  DECISIONS,
  drillOf,
  REPORT_DIMENSIONS,
  reportSource,
  reportSpan,
  type ReportDimension,
  type ReportQuery,
} from '@redoubt/domain';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEvent } from '../log/log-event.ts';
import { createLog } from '../log/log.ts';
import { startProjectors } from '../projections/runner/projectors.ts';
import { summariseSearch } from '../search/search-summary.read-model.ts';
import { readLabelDelays, readReportGroups, type ReportGroup } from './report.read-model.ts';

const test = useDatabase();
const tenantId = newId();
const [shop, other] = [newId(), newId()];
const scope = { tenantId, environmentIds: [shop, other] };
const START_MS = Date.UTC(2026, 2, 2);
const DAYS = 9;
const ONE_RULE = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e99';

const random = seededRandom(85);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

const purchases = Array.from({ length: 240 }, (_, number): LogEvent => {
  const eventTimeMs = START_MS + Math.floor(random() * DAYS * DAY_MS);
  const rule = oneOf([null, 'Limits', 'Countries']);
  const hits = oneOf([[], ['Wide'], ['Wide', 'Deep']]).map((clause) => ({ ruleId: ONE_RULE, clause, decision: null }));
  return aPurchase(
    { tenantId, environmentId: oneOf([shop, other]) },
    { eventId: `p-${number}`, eventTimeMs, receivedAtMs: eventTimeMs },
    {
      decision: oneOf(DECISIONS),
      rule,
      clause: rule === null ? null : oneOf(['High', 'Low']),
      country: oneOf(['DE', 'SE', null]),
      currency: oneOf(['EUR', 'SEK', null]),
      amount: Math.round(random() * 100_000) / 100,
      riskScore: oneOf([null, 0, 12, 19, 20, 455, 999]),
      hits,
    },
  );
});

const later = purchases.flatMap((purchase): readonly LogEvent[] => {
  const { tenantId: tenant, environmentId, eventId, eventTimeMs } = purchase;
  const place = { tenantId: tenant, environmentId };
  const at = { receivedAtMs: eventTimeMs + Math.floor(random() * 3) * DAY_MS };
  const about = (kind: 'label' | 'purchaseStatus' | 'bankEvent', body: JsonObject) =>
    aRelatedEvent(place, kind, { purchaseId: eventId, body }, at);
  return [
    ...(random() < 0.3 ? [about('label', { isFraud: random() < 0.7 })] : []),
    ...(random() < 0.5 ? [about('purchaseStatus', { statusType: oneOf(['Approved', 'Rejected']) })] : []),
    ...(random() < 0.4 ? [about('bankEvent', { type: 'Auth', status: oneOf(['Approved', 'Declined']) })] : []),
  ];
});

beforeAll(async () => {
  const log = createLog(test.database, { timeoutMs: 20_000 });
  const projectors = startProjectors(test.database, log);
  await Promise.all([...purchases, ...later].map((event) => log.append(event)));
  await projectors.caughtUp();
  await projectors.close();
  await log.close();
});

const query = (change: Partial<ReportQuery> = {}): ReportQuery => ({
  assessment: 'purchase',
  from: '2026-03-02',
  to: '2026-03-10',
  step: 'day',
  by: null,
  filters: [],
  compare: 'none',
  most: 50,
  ...change,
});

const read = (asked: ReportQuery, where = scope) => {
  const span = reportSpan(asked);
  if (span === null) throw new Error('no span');
  return readReportGroups(test.database, where, { ...asked, kind: 'purchase' }, { ...span, shiftMs: 0 });
};

const events = (sums: ReportGroup['totals']): number => sums.reduce((sum, { counts }) => sum + (counts.events ?? 0), 0);

/** Figures of a group distinguished by currency, bars summed. */
const figures = (groups: readonly ReportGroup[]) =>
  groups.map(({ value, totals, bars }) => {
    expect(events(bars)).toBe(events(totals));
    return { value, totals: totals.map(({ currency, counts, amounts }) => ({ currency, counts, amounts })) };
  });

describe('a report', () => {
  it('counts events by day and sums amounts by currency', async () => {
    const { groups } = await read(query());
    expect(groups).toHaveLength(1);
    const [all] = groups;
    expect(events(all?.totals ?? [])).toBe(purchases.length);
    expect(new Set(all?.bars.map(({ barMs }) => barMs)).size).toBe(DAYS);
    const euros = all?.totals.find(({ currency }) => currency === 'EUR');
    const expected = purchases.flatMap(({ facts }) => ('currency' in facts && facts.currency === 'EUR' ? [facts] : []));
    expect(euros?.counts.events).toBe(expected.length);
    expect(euros?.amounts.events).toBeCloseTo(
      expected.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      6,
    );
    expect(euros?.counts.rejected).toBe(expected.filter(({ decision }) => decision === 'Reject').length);
  });

  it.each(REPORT_DIMENSIONS.map((by) => [by]))('by %s is the same from sums and from single events', async (by) => {
    const fromSums = await read(query({ by }));
    expect(reportSource(query({ by })).table).not.toBe('report_event');
    // Two of what has many values are in no sums together; one of them leaves out nothing here.
    const every: ReportDimension = by === 'country' ? 'score' : 'country';
    const values = every === 'country' ? ['DE', 'SE', ''] : ['', '0', '10', '20', '450', '990'];
    const single = query({
      by,
      filters: [
        { dimension: every, values },
        { dimension: 'rule', values: ['', 'Limits', 'Countries'] },
      ],
    });
    expect(reportSource(single).table).toBe('report_event');
    const fromEvents = await read(single);
    expect(figures(fromEvents.groups)).toEqual(figures(fromSums.groups));
    const hours = await read(query({ by, step: 'hour', filters: single.filters }));
    expect(figures(hours.groups)).toEqual(figures(fromSums.groups));
  });

  // A filter that leaves nothing out is one that coarse sums do not know.
  const FINER: ReportQuery['filters'] = [{ dimension: 'label', values: ['None', 'Fraud', 'NonFraud'] }];
  const APPROVED: ReportQuery['filters'] = [{ dimension: 'decision', values: ['Approve'] }];
  it.each<[string, Partial<ReportQuery>]>([
    ['rules', { by: 'rule' }],
    ['rules by the hour', { by: 'rule', step: 'hour' }],
    ['clauses by week', { by: 'clause', step: 'week' }],
    ['clauses by the hour', { by: 'clause', step: 'hour' }],
    ['scores', { by: 'score' }],
    ['scores of what was approved', { by: 'score', filters: APPROVED }],
    ['decisions of one score', { by: 'decision', filters: [{ dimension: 'score', values: ['10'] }] }],
    ['countries by month', { by: 'country', step: 'month' }],
    ['the currencies of a country', { by: 'currency', filters: [{ dimension: 'country', values: ['DE'] }] }],
    ['clauses that were hit', { by: 'hit' }],
  ])('of %s is the same from figures and from cells', async (_what, asked) => {
    const [coarse, finer] = [query(asked), query({ ...asked, filters: [...(asked.filters ?? []), ...FINER] })];
    expect(reportSource(coarse).table).toBe('report_figure');
    expect(reportSource(finer).table).toMatch(/^report_(hour|day|dimension_day)$/);
    const { groups, total } = await read(coarse);
    expect(groups.length).toBeGreaterThan(0);
    expect({ groups, total }).toEqual(await read(finer));
  });

  it('by hour puts each event into its hour', async () => {
    const { groups } = await read(query({ step: 'hour' }));
    const hours = new Set(purchases.map(({ eventTimeMs }) => Math.floor(eventTimeMs / HOUR_MS) * HOUR_MS));
    expect(new Set(groups[0]?.bars.map(({ barMs }) => barMs))).toEqual(hours);
  });

  it('counts an event with two of the clauses asked for once', async () => {
    const values = [`${ONE_RULE} Wide`, `${ONE_RULE} Deep`];
    const { groups } = await read(query({ filters: [{ dimension: 'hit', values }] }));
    const withHits = purchases.filter(({ facts }) => 'hits' in facts && facts.hits.length > 0);
    expect(events(groups[0]?.totals ?? [])).toBe(withHits.length);
  });

  it('tells of the largest series and how many there are', async () => {
    const { groups, total } = await read(query({ by: 'score', most: 2 }));
    expect(total).toBe(6);
    expect(groups).toHaveLength(2);
  });

  it('keeps to its environments and its tenant', async () => {
    const one = await read(query(), { tenantId, environmentIds: [shop] });
    const inShop = purchases.filter(({ environmentId }) => environmentId === shop);
    expect(events(one.groups[0]?.totals ?? [])).toBe(inShop.length);
    expect(await read(query(), { tenantId: newId(), environmentIds: [shop] })).toEqual({ total: 0, groups: [] });
  });

  it('is refused for a value that a dimension cannot have', async () => {
    const asked = read(query({ filters: [{ dimension: 'decision', values: ['Maybe'] }] }));
    await expect(asked).rejects.toMatchObject({ code: 'REPORT-QUERY-INVALID', params: { field: 'decision' } });
  });

  it('knows how long labels took', async () => {
    const delays = await readLabelDelays(test.database, scope, 'purchase', START_MS + 20 * DAY_MS);
    const labelled = await read(query());
    const fraud = labelled.groups[0]?.totals.reduce((sum, { counts }) => sum + (counts.fraud ?? 0), 0);
    expect(delays.reduce((sum, { labels }) => sum + labels, 0)).toBe(fraud);
    expect(new Set(delays.map(({ after }) => after))).toEqual(new Set([0, 1, 2]));
  });
});

describe('the events behind a figure', () => {
  const countIn = async (asked: ReportQuery, group: ReportGroup, barMs: number | null): Promise<number> => {
    const drill = drillOf(asked, { barMs, value: group.value });
    if (drill === null) throw new Error(`${asked.by} leads to no events`);
    const { eventType, from, to, filters } = drill.query;
    const environmentIds: readonly Id[] = drill.environmentId === null ? [shop, other] : [drill.environmentId];
    const summary = await summariseSearch(
      test.database,
      { tenantId, environmentIds },
      { kind: eventType, from: new Date(from), to: new Date(to), filters },
    );
    return summary.total;
  };
  const led: readonly ReportDimension[] = [
    'environment',
    'rule',
    'clause',
    'decision',
    'score',
    'currency',
    'label',
    'status',
    'country',
    'hit',
  ];

  it.each(led.map((by) => [by]))('by %s are as many as Search finds, in all and in a bar', async (by) => {
    for (const asked of [
      query({ by }),
      query({ by, step: 'week', from: '2026-03-04' }),
      query({ by, filters: [{ dimension: 'score', values: ['10', '20'] }] }),
    ]) {
      const { groups } = await read(asked);
      expect(groups.length).toBeGreaterThan(0);
      for (const group of groups) {
        expect(await countIn(asked, group, null)).toBe(events(group.totals));
        const barMs = group.bars[0]?.barMs ?? 0;
        const bar = group.bars.filter((each) => each.barMs === barMs);
        expect(await countIn(asked, group, barMs)).toBe(events(bar));
      }
    }
  });

  it('are not asked for where Search cannot tell them apart', () => {
    for (const by of REPORT_DIMENSIONS.filter((each) => !led.includes(each))) {
      expect(drillOf(query({ by }), { barMs: null, value: 'x' })).toBe(null);
    }
    const mixed = query({ filters: [{ dimension: 'country', values: ['DE', ''] }] });
    expect(drillOf(mixed, { barMs: null, value: null })).toBe(null);
    const apart = query({ filters: [{ dimension: 'score', values: ['10', '30'] }] });
    expect(drillOf(apart, { barMs: null, value: null })).toBe(null);
  });
});
