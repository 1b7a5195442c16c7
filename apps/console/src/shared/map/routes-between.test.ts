import type { EventPlace } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { routesBetween, type DrawnPlace } from './routes-between.ts';

const place = (
  kind: EventPlace['kind'],
  country: string,
  [latitude, longitude]: readonly [number, number],
  change: Partial<EventPlace> & { readonly isExact?: boolean } = {},
): DrawnPlace => {
  const { isExact = false, ...more } = change;
  return { place: { kind, country, name: '', point: null, at: null, ...more }, at: { latitude, longitude }, isExact };
};
const exact = (at: string) => ({ isExact: true, at });

describe('ways between the places of an event', () => {
  it('are rough where an end is a country, and unknown within one', () => {
    const routes = routesBetween([
      place('shipping', 'DE', [51, 10]),
      place('billing', 'DE', [51, 10]),
      place('ip', 'FR', [48.9, 2.4], exact('2026-11-20T12:00:00Z')),
    ]);
    expect(routes.map(({ from, to, km, isRough }) => [from.kind, to.kind, km === null, isRough])).toEqual([
      ['shipping', 'billing', true, true],
      ['ip', 'shipping', false, true],
      ['ip', 'billing', false, true],
    ]);
  });

  it('tell the speed between two events of a user, where both places are known and apart', () => {
    const ip = place('ip', 'FR', [48.8566, 2.3522], exact('2026-11-20T12:00:00Z'));
    const speedFrom = (at: string, point: readonly [number, number]) =>
      routesBetween([place('previous', 'DE', point, exact(at)), ip])[0]?.kmPerHour ?? null;
    expect(speedFrom('2026-11-20T11:00:00Z', [52.52, 13.405])).toBeCloseTo(877.5, 0);
    expect(speedFrom('2026-11-20T11:00:00Z', [48.9, 2.4])).toBeNull();
    expect(speedFrom('2026-11-20T12:00:00Z', [52.52, 13.405])).toBeNull();
  });
});
