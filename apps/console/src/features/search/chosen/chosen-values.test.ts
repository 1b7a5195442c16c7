import type { SearchRow } from '@redoubt/contracts';
import { expect, it } from 'vitest';
import { graphSeedOf, valuesByField } from './chosen-values.ts';

const NO_VALUES = { userId: null, email: null, paymentInstrumentId: null, deviceId: null, ipAddress: null };

const row = (eventId: string, change: Partial<SearchRow> = {}): SearchRow =>
  ({ ...NO_VALUES, eventType: 'purchase', eventId, userName: null, country: null, own: [], ...change }) as SearchRow;

const POINTS = { field: 'own:customData.tier', path: 'customData.tier', type: 'string' } as never;

it('has each value once, without what is masked or absent', () => {
  const rows = [
    row('p1', {
      userId: 'ana',
      email: 'a•••@shop.example',
      own: [{ path: 'customData.tier', values: ['gold', 'red'] }],
    }),
    row('p2', { userId: 'ana', own: [{ path: 'customData.tier', values: ['gold'] }] }),
    row('p3', { userId: 'ben' }),
  ];
  expect(valuesByField(rows, [POINTS])).toEqual([
    { field: 'userId', values: ['ana', 'ben'], eventIds: ['p1', 'p3'] },
    { field: 'eventId', values: ['p1', 'p2', 'p3'], eventIds: ['p1', 'p2', 'p3'] },
    { field: 'own:customData.tier', values: ['gold', 'red'], eventIds: ['p1', 'p1'] },
  ]);
});

it('starts the graph from one event, or from what all of several share', () => {
  expect(graphSeedOf([])).toBe(null);
  expect(graphSeedOf([row('p1', { userId: 'ana' })])).toEqual({ kind: 'purchase', value: 'p1' });
  const shared = { deviceId: 'd1', ipAddress: '10.0.0.1' };
  expect(graphSeedOf([row('p1', { ...shared, userId: 'ana' }), row('p2', { ...shared, userId: 'ben' })])).toEqual({
    kind: 'deviceId',
    value: 'd1',
  });
  expect(graphSeedOf([row('p1', { userId: 'ana' }), row('p2', { userId: 'ben' })])).toBe(null);
  expect(graphSeedOf([row('p1'), row('p2')])).toBe(null);
});
