import { capabilitiesOf } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type JsonObject } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { storeEvents } from '../testing/store-events.ts';
import { getObservationKinds, listObservations, queryObservations } from './observations.queries.ts';

const test = useDatabase();
let scene: Scene;

const place = (environment: string) => ({ tenantId: scene.tenantId, environmentId: scene.idOf(environment) });
/** Of the day that is so many days before the one of the scene, at nine. */
const at = (daysAgo: number, hours = 0) => {
  const today = Math.floor(scene.clock.now() / DAY_MS) * DAY_MS;
  const receivedAtMs = today - daysAgo * DAY_MS + (9 + hours) * HOUR_MS;
  return { receivedAtMs, eventTimeMs: receivedAtMs };
};
const dayOf = (daysAgo: number): string => new Date(scene.clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const bank = (purchaseId: string, eventId: string, status: string, when: ReturnType<typeof at>, where = 'Root') =>
  aRelatedEvent(place(where), 'bankEvent', { purchaseId, body: { type: 'Auth', status } }, { ...when, eventId });

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  await storeEvents(test.database, [
    aPurchase(place('Root'), { ...at(5), eventId: 'a' }, { amount: 10, riskScore: 430 }),
    bank('a', 'b-1', 'Approved', at(5, 0.5)),
    // Its purchase comes after it.
    bank('b', 'b-2', 'Declined', at(4)),
    aPurchase(place('Root'), { ...at(4), eventId: 'b' }, { amount: 20, currency: 'SEK', decision: 'Review' }),
    // Of a purchase that never comes.
    bank('gone', 'b-3', 'Declined', at(3)),
    aPurchase(place('Shop'), { ...at(4), eventId: 's' }, { amount: 40, riskScore: 870 }),
    bank('s', 'b-4', 'Approved', at(2), 'Shop'),
    // A chargeback in two parts: its status changes, and it says its own amount.
    aRelatedEvent(
      place('Root'),
      'chargeback',
      { purchaseId: 'a', merchantTimeStamp: '2026-01-01T00:00:00Z', body: { status: 'Inquiry', amount: 7.5 } },
      { ...at(2), eventId: 'c-1' },
    ),
    aRelatedEvent(
      place('Root'),
      'chargeback',
      { purchaseId: 'a', merchantTimeStamp: '2026-01-02T00:00:00Z', body: { status: 'Reversed' } },
      { ...at(1), eventId: 'c-1' },
    ),
    aRelatedEvent(place('Root'), 'label', { purchaseId: 'a', body: { isFraud: true } }, at(1)),
    // In the days before.
    bank('a', 'b-0', 'Approved', at(8)),
  ]);
});

type Asked = Parameters<typeof queryObservations>[1];
const ask = (change: Partial<Asked> = {}) =>
  queryObservations(scene.contextIn('Root'), {
    assessment: 'purchase',
    from: dayOf(5),
    to: dayOf(0),
    step: 'day',
    axis: 'time',
    by: null,
    filters: [],
    compare: 'previous',
    most: 10,
    includeChildren: true,
    ...change,
  });
const of = (kind: string, ...more: readonly (readonly [Asked['filters'][number]['dimension'], string])[]) => [
  { dimension: 'observation' as const, values: [kind] },
  ...more.map(([dimension, value]) => ({ dimension, values: [value] })),
];
const countsOf = async (change: Partial<Asked>) =>
  (await ask(change)).series.map(({ value, total }) => [value, total.observations]);

describe('the report of observations', () => {
  it('counts each id once on the day it first arrived, beside the period before, with and without an assessment', async () => {
    const { total, bars } = await ask();
    expect(total.total).toMatchObject({ observations: 6, linked: 5 });
    expect(total.bars.map(({ observations }) => observations)).toEqual([1, 1, 1, 2, 1, 0]);
    expect(total.before?.total.observations).toBe(1);
    expect(bars).toHaveLength(6);
    expect(await countsOf({ by: 'observation' })).toEqual([
      ['bankEvent', 4],
      ['chargeback', 1],
      ['label', 1],
    ]);
    expect((await ask({ includeChildren: false })).total.total.observations).toBe(5);
    expect(await countsOf({ by: 'linked' })).toEqual([
      ['true', 5],
      ['false', 1],
    ]);
  });

  it('sums their own amount, else that of their assessment', async () => {
    const { series } = await ask({ by: 'observation' });
    expect(series.map(({ value, total: { amounts } }) => [value, amounts])).toEqual([
      ['bankEvent', { EUR: 50, SEK: 20 }],
      ['chargeback', { EUR: 7.5 }],
      ['label', { EUR: 10 }],
    ]);
  });

  it('tells values of their fields apart as they are said now, over time, over scores and beside another value', async () => {
    const byStatus = { by: 'field:status' as const, filters: of('bankEvent') };
    expect(await countsOf(byStatus)).toEqual([
      ['Approved', 2],
      ['Declined', 2],
    ]);
    expect(await countsOf({ by: 'field:status', filters: of('chargeback') })).toEqual([['Reversed', 1]]);
    expect(await countsOf({ by: 'field:verdict', filters: of('label') })).toEqual([['Fraud', 1]]);
    const scores = await ask({ ...byStatus, axis: 'score' });
    expect(scores.bars).toEqual(['0', '100', '200', '300', '400', '500', '600', '700', '800', '900', '']);
    expect(scores.series.map(({ value, bars }) => [value, bars.map(({ observations }) => observations)])).toEqual([
      ['Approved', [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]],
      ['Declined', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]],
    ]);
    expect(await countsOf({ by: 'field:status', filters: of('bankEvent', ['field:type', 'Auth']) })).toEqual([
      ['Approved', 2],
      ['Declined', 2],
    ]);
    expect(await countsOf({ by: 'decision', filters: of('bankEvent', ['field:status', 'Declined']) })).toEqual([
      ['', 1],
      ['Review', 1],
    ]);
    expect(await countsOf({ by: 'field:nothing', filters: of('bankEvent') })).toEqual([]);
  });

  it('says how long after their assessment they came', async () => {
    const { bars, total } = await ask({ axis: 'delay' });
    expect(bars).toEqual(['0', '1', '24', '72', '168', '336', '720', '1440', '2160']);
    expect(total.bars.map(({ observations }) => observations)).toEqual([2, 0, 1, 2, 0, 0, 0, 0, 0]);
    expect(await countsOf({ filters: [{ dimension: 'delay', values: ['0'] }], by: 'observation' })).toEqual([
      ['bankEvent', 2],
    ]);
  });

  it('lists what a figure counts, the newest first', async () => {
    const list = (filters: Asked['filters']) =>
      listObservations(scene.contextIn('Root'), {
        assessment: 'purchase',
        from: dayOf(5),
        to: dayOf(0),
        filters,
        includeChildren: true,
      });
    const { observations } = await list(of('bankEvent', ['field:status', 'Declined']));
    expect(observations).toEqual([
      expect.objectContaining({ id: 'b-3', eventId: 'gone', decision: null, delayHours: null, amount: 0 }),
      expect.objectContaining({ id: 'b-2', eventId: 'b', decision: 'Review', delayHours: 0, amount: 20 }),
    ]);
    expect((await list([])).observations).toHaveLength(6);
  });

  it('refuses fields without a kind, values that are none, and scores without their right', async () => {
    await expect(ask({ by: 'field:status' })).rejects.toMatchObject({
      code: 'REPORT-QUERY-INVALID',
      params: { field: 'observation' },
    });
    const bad: JsonObject[] = [
      { dimension: 'linked', values: ['maybe'] },
      { dimension: 'observation', values: ['x'] },
    ];
    for (const filter of bad)
      await expect(ask({ filters: [filter as never] })).rejects.toMatchObject({ code: 'REPORT-QUERY-INVALID' });
    const withoutScores = { ...scene.contextIn('Root'), capabilities: capabilitiesOf(['FraudSupervisor'], 'PSP') };
    const body = { assessment: 'purchase', from: dayOf(5), to: dayOf(0), step: 'day', by: null, filters: [] } as const;
    await expect(
      queryObservations(withoutScores, {
        ...body,
        filters: [],
        axis: 'score',
        compare: 'none',
        most: 1,
        includeChildren: true,
      }),
    ).rejects.toMatchObject({ code: 'AUTH-FORBIDDEN' });
  });

  it('knows the kinds of an assessment and their fields', async () => {
    const { kinds } = await getObservationKinds(scene.contextIn('Root'), { assessment: 'accountLogin' });
    expect(kinds.map(({ kind, fields }) => [kind, fields.map(({ name }) => name)])).toEqual([
      ['accountLoginStatus', ['statusType', 'reasonType', 'challengeType']],
      ['accountLabel', ['verdict', 'labelSource', 'labelState', 'labelReasonCodes', 'processor']],
    ]);
  });
});
