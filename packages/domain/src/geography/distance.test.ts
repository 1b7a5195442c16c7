import { describe, expect, it } from 'vitest';
import { distanceKm } from './distance.ts';

describe('the distance between places', () => {
  it('is that of the great circle', () => {
    const berlin = { latitude: 52.52, longitude: 13.405 };
    expect(distanceKm(berlin, { latitude: 48.8566, longitude: 2.3522 })).toBeCloseTo(877.5, 0);
    expect(distanceKm(berlin, berlin)).toBe(0);
  });

  it('takes the short way over the 180th meridian', () => {
    expect(distanceKm({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 })).toBeCloseTo(222.4, 0);
  });
});
