import type { EventPlace } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { routesBetween, type DrawnPlace } from './routes-between.ts';

const place = (
  kind: EventPlace['kind'],
  country: string,
  [latitude, longitude]: readonly [number, number],
  change: Partial<Pick<DrawnPlace, 'precision' | 'reach'>> & { readonly at?: string } = {},
): DrawnPlace => {
  const { precision = 'country', reach = 400, at = null } = change;
  const named = { kind, country, name: '', region: '', point: null, at };
  return { place: named, at: { latitude, longitude }, precision, reach, path: null };
};
const exact = (at: string) => ({ precision: 'point', reach: 0, at }) as const;

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

  it('tell the least and the most that two regions of a country are apart', () => {
    const region = (reach: number) => ({ precision: 'region', reach }) as const;
    const [apart] = routesBetween([
      place('shipping', 'DE', [53.6, 10], region(20)),
      place('billing', 'DE', [48.9, 11.4], region(200)),
    ]);
    expect(apart?.km).toBeCloseTo(531.5, 0);
    expect(apart?.leastKm).toBeCloseTo(311.5, 0);
    expect(apart?.mostKm).toBeCloseTo(751.5, 0);
    const [same] = routesBetween([
      place('shipping', 'DE', [48.9, 11.4], region(200)),
      place('billing', 'DE', [48.9, 11.4], region(200)),
    ]);
    expect([same?.leastKm, same?.mostKm, same?.isRough]).toEqual([0, 400, true]);
  });

  it('tell the least speed where a place is no point', () => {
    const [route] = routesBetween([
      place('previous', 'DE', [52.52, 13.405], { at: '2026-11-20T11:00:00Z', reach: 377.5 }),
      place('ip', 'FR', [48.8566, 2.3522], exact('2026-11-20T12:00:00Z')),
    ]);
    expect(route?.kmPerHour).toBeCloseTo(500, 0);
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
