import { readdirSync, readFileSync } from 'node:fs';
import { distanceKm } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { boxOf } from './map-view.ts';
import { loadRegions, regionNamed, type RegionShape } from './region-shapes.ts';

const FOLDER = new URL('./regions/', import.meta.url);
const FILES = readdirSync(FOLDER);
const regionsOf = (file: string): readonly RegionShape[] =>
  JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as readonly RegionShape[];

describe('regions of countries', () => {
  it.each(FILES)('%s holds shapes whose point lies within them, and which are no farther than they say', (file) => {
    const regions = regionsOf(file);
    expect(regions.length).toBeGreaterThan(3);
    for (const { name, path, centre, reach } of regions) {
      const [longitude = 0, latitude = 0] = centre;
      const { x, y, width, height } = boxOf(path);
      const [left, top] = [longitude + 180 - x, 90 - latitude - y];
      expect(left >= 0 && left <= width && top >= 0 && top <= height, name).toBe(true);
      const corner = { longitude: x + width - 180, latitude: 90 - y - height };
      expect(reach, name).toBeGreaterThan(0);
      expect(reach, name).toBeLessThan(distanceKm(corner, { longitude: x - 180, latitude: 90 - y }) * 2 + 50);
    }
  });

  it('are small enough to be loaded when a map is opened', () => {
    const sizes = FILES.map((file) => readFileSync(new URL(file, FOLDER)).length);
    expect(Math.max(...sizes)).toBeLessThan(70_000);
  });

  it('are found by a code, a code with that of the country, and a name without its accents', async () => {
    const regions = await loadRegions(new Set(['DE', 'XX']));
    const german = regions.get('DE') ?? [];
    const names = ['BW', 'DE-BW', 'baden wurttemberg', 'Bayern', 'Atlantis', ''].map(
      (named) => regionNamed(german, 'DE', named)?.name,
    );
    expect(names).toEqual([
      'Baden-Württemberg',
      'Baden-Württemberg',
      'Baden-Württemberg',
      'Bayern',
      undefined,
      undefined,
    ]);
    expect(regions.get('XX')).toEqual([]);
  });
});
