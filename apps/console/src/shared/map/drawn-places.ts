import type { EventPlace } from '@redoubt/contracts';
import type { GeoPoint } from '@redoubt/domain';
import { regionNamed, type Regions } from './region-shapes.ts';
import type { DrawnPlace } from './routes-between.ts';
import shapes from './world-shapes.json' with { type: 'json' };

const COUNTRIES = new Map(shapes.map((shape) => [shape.code, shape]));

const pointOf = ([longitude = 0, latitude = 0]: readonly number[]): GeoPoint => ({ latitude, longitude });

/** Where a place is drawn, as exactly as it is known; none where its country is not on the map. */
export const drawnPlace = (place: EventPlace, regions: Regions): readonly DrawnPlace[] => {
  if (place.point !== null) return [{ place, at: place.point, precision: 'point', reach: 0, path: null }];
  const region = regionNamed(regions.get(place.country) ?? [], place.country, place.region);
  const shape = region ?? COUNTRIES.get(place.country);
  if (shape === undefined) return [];
  const { centre, reach, path } = shape;
  return [{ place, at: pointOf(centre), precision: region ? 'region' : 'country', reach, path }];
};
