import { MINUTE_MS } from '@redoubt/kernel';
import type { LogEvent } from '@redoubt/storage';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { getAssessments } from '../assessments/assessments.queries.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { getLabelTraffic, getObservationTraffic } from '../assessments/get-related-traffic.query.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents } from '../testing/store-events.ts';
import { getMonitorUsual } from './get-monitor-usual.query.ts';
import { getMonitor } from './get-monitor.query.ts';

const test = useDatabase();
let scene: Scene;

const at = (minutesAgo: number) => {
  const receivedAtMs = scene.clock.now() - minutesAgo * MINUTE_MS;
  return { receivedAtMs, eventTimeMs: receivedAtMs };
};
const place = (environment: string) => ({ tenantId: scene.tenantId, environmentId: scene.idOf(environment) });
const rejected = { decision: 'Reject', rule: 'Amounts', clause: 'Over 500' } as const;

/** Told about an event of the assessment under test, which is the first of its tenant. */
const laterEvent = (
  kind: 'observation-1-1' | 'label-1',
  when: number | Pick<LogEvent, 'receivedAtMs' | 'eventTimeMs'>,
  body: object,
  environment = 'Shop',
): LogEvent => {
  const time = typeof when === 'number' ? at(when) : when;
  const { facts, ...event } = aRelatedEvent(place(environment), 'label', { purchaseId: 'ev-1', body: {} }, time);
  const subject = { kind: 'assessment-1', id: 'ev-1' } as const;
  return { ...event, kind, requestText: JSON.stringify(body), facts: { ...facts, body, subject } } as LogEvent;
};

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' }, Busy: { parent: 'Root' }, Old: {} });
  await createAssessment(scene.contextIn('Root'), {
    template: 'LoyaltyProgram',
    apiName: 'Points',
    friendlyName: 'Points redemption',
    sections: ['user', 'loyalty'],
    fields: [],
    observations: [{ template: 'Bank', friendlyName: 'Bank', apiName: 'bank', fields: [] }],
    label: { friendlyName: 'Verdict', fields: [] },
    features: { caseManagement: false, search: true, reporting: true },
    dataSubjectIds: [],
    runMode: 'allUntilDecision',
  });
  const now = { receivedAtMs: Date.now(), eventTimeMs: Date.now() };
  const events: LogEvent[] = [
    aPurchase(place('Root'), at(10), { session: { country: 'DE', botScore: 1200 }, riskScore: 431 }),
    aPurchase(place('Root'), at(100), rejected),
    aPurchase(place('Shop'), at(100), rejected),
    // At the same time a week before, and in the part that is still to come.
    aPurchase(place('Root'), at(7 * 24 * 60 + 100), rejected),
    aPurchase(place('Root'), at(7 * 24 * 60 - 5)),
    aPurchase(place('Root'), { ...at(20), historical: true }),
    aRelatedEvent(
      place('Root'),
      'chargeback',
      { purchaseId: 'p-1', body: { status: 'Accepted' } },
      { ...at(30), eventId: 'c-1' },
    ),
    aRelatedEvent(place('Root'), 'label', { purchaseId: 'p-1', body: { isFraud: true } }, at(30)),
    laterEvent('observation-1-1', 50, {
      metadata: { eventId: 'ev-1', observationId: 'o-1' },
      iban: 'DE02120300000000202051',
    }),
    laterEvent('observation-1-1', 40, { metadata: { eventId: 'ev-1', observationId: 'o-2' } }),
    laterEvent('label-1', 3, { metadata: { eventId: 'ev-1' }, label: { isFraud: true } }),
    // Four weeks with two events in the same hour and the one before it.
    ...[1, 2, 3, 4].flatMap((week) =>
      [10, 12, 70, 72].map((minutes) => aPurchase(place('Old'), at(week * 7 * 24 * 60 + minutes))),
    ),
    // Each append is a segment of its own.
    laterEvent('observation-1-1', now, { metadata: { eventId: 'ev-2' } }, 'Busy'),
    ...Array.from({ length: 6 }, () => aPurchase(place('Busy'), now)),
  ];
  await storeEvents(test.database, events);
});

const purchases = (change: object = {}) =>
  getMonitor(scene.contextIn('Root'), 'purchase', { period: '48h', stepMinutes: 60, includeChildren: true, ...change });

describe('the monitor', () => {
  it('counts live events by bar and decision, here and below, beside the week before', async () => {
    const monitor = await purchases();
    expect(monitor.bars).toHaveLength(48);
    expect(monitor.totals).toEqual({ events: 3, decisions: { Approve: 1, Reject: 2 } });
    expect(monitor.lastWeek).toEqual({ events: 1, decisions: { Reject: 1 } });
    expect(monitor.bars.at(-2)?.decisions).toEqual({ Approve: 1 });
    expect(monitor.bars.at(-3)).toMatchObject({ decisions: { Reject: 2 }, lastWeek: 1 });
    expect((await purchases({ includeChildren: false })).totals.events).toBe(2);
  });

  it('says which rules and clauses decided, and what was told later', async () => {
    const { rules, clauses, otherClauses, related } = await purchases();
    expect(rules).toMatchObject([{ rule: 'Amounts', events: 2, lastWeek: 1, decisions: { Reject: 2 } }]);
    expect(rules[0]?.bars.at(-3)).toBe(2);
    expect(clauses).toMatchObject([{ ...rejected, events: 2, lastWeek: 1 }]);
    expect(clauses[0]?.bars.at(-3)).toBe(2);
    expect(otherClauses.events).toBe(0);
    expect(related.map(({ kind, events }) => [kind, events])).toEqual([
      ['purchaseStatus', 0],
      ['bankEvent', 0],
      ['chargeback', 1],
      ['refund', 0],
      ['label', 1],
    ]);
    expect(related[2]?.values).toMatchObject([{ value: 'Accepted', events: 1 }]);
    expect(related.at(-1)?.values).toMatchObject([{ value: 'Fraud', events: 1 }]);
  });

  it('shows observations and label of a defined assessment under their own names', async () => {
    const { related } = await getMonitor(scene.contextIn('Shop'), 'assessment-1', {
      period: '1h',
      includeChildren: true,
    });
    expect(related).toMatchObject([
      { kind: 'observation-1-1', name: 'Bank', events: 2 },
      { kind: 'label-1', name: 'Verdict', events: 1, values: [{ value: 'Fraud', events: 1 }] },
    ]);
    await expect(
      getMonitor(scene.contextIn('Root'), 'assessment-9', { period: '1h', includeChildren: true }),
    ).rejects.toMatchObject({ code: 'ASSESSMENT-UNKNOWN' });
  });

  it('tells scores and countries of devices apart, as far as events have them', async () => {
    const monitor = await purchases();
    expect(monitor.riskScores).toMatchObject([{ value: '400', events: 1 }]);
    expect(monitor.botScores).toMatchObject([{ value: '900', events: 1 }]);
    expect(monitor.deviceCountries).toMatchObject([{ value: 'DE', events: 1 }]);
    expect(monitor.deviceCountries[0]?.bars.at(-2)).toBe(1);
    expect(monitor.otherCountries.events).toBe(0);
    expect(monitor.waitingMs).toBe(null);
  });

  it('says what is usual once there were three weeks with events', async () => {
    const usual = (environment: string) =>
      getMonitorUsual(scene.contextIn(environment), 'purchase', {
        period: '48h',
        stepMinutes: 60,
        includeChildren: true,
      });
    const early = await usual('Root');
    expect(early).toMatchObject({ weeks: 1, stepMinutes: 60 });
    expect(early.events).toHaveLength(48);
    expect(early.events.every((range) => range === null)).toBe(true);
    const { events, decisions, weeks } = await usual('Old');
    expect(weeks).toBe(4);
    expect(events.at(-2)).toEqual({ low: 0, middle: 2, high: 2 + 3 * Math.SQRT2 });
    expect(decisions.Reject.at(-2)).toEqual({ low: 0, middle: 0, high: 3 });
  });

  it('keeps to its tenant', async () => {
    const other = await createScene(test.database, { Root: {} });
    const { totals } = await getMonitor(other.contextIn('Root'), 'purchase', { period: '8d', includeChildren: true });
    expect(totals.events).toBe(0);
  });
});

describe('what is told later', () => {
  it('has its volume, its fields and the shape of its newest payload, but no personal data', async () => {
    const traffic = await getObservationTraffic(scene.contextIn('Shop'), 'assessment-1', 1);
    expect(traffic).toMatchObject({ events24h: 2, looked: 2 });
    expect(traffic.hours).toHaveLength(24);
    expect(traffic.fields).toContainEqual({ path: 'iban', type: 'string', count: 1, inSchema: false });
    expect(traffic.fields).toContainEqual({ path: 'metadata.eventId', type: 'string', count: 2, inSchema: true });
    expect(JSON.parse(traffic.lastPayload ?? '')).toEqual({ metadata: { eventId: 'xx-0', observationId: 'x-0' } });
    expect(await getLabelTraffic(scene.contextIn('Root'), 'assessment-1')).toMatchObject({ events24h: 1 });
  });

  it('is found behind newer events of other kinds', async () => {
    expect(await getObservationTraffic(scene.contextIn('Busy'), 'assessment-1', 1)).toMatchObject({ looked: 1 });
  });

  it('is refused for what is not there', async () => {
    const asked = getObservationTraffic(scene.contextIn('Root'), 'assessment-1', 7);
    await expect(asked).rejects.toMatchObject({ code: 'OBSERVATION-UNKNOWN' });
  });
});

describe('the list of assessments', () => {
  it('shows the last hour and who changed an assessment or a rule of it last', async () => {
    const { assessments } = await getAssessments(scene.contextIn('Root'));
    const [purchase] = assessments;
    expect(purchase?.lastHour).toHaveLength(12);
    expect(purchase?.lastHour.reduce((sum, events) => sum + events, 0)).toBe(1);
    expect(purchase?.changed).toBe(null);
    expect(assessments.at(-1)).toMatchObject({ friendlyName: 'Points redemption', changed: { by: 'Mara Lindqvist' } });
  });
});
