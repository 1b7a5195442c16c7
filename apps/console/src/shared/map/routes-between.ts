import type { EventPlace } from '@redoubt/contracts';
import { distanceKm, type GeoPoint } from '@redoubt/domain';

/** How exactly a place is known. */
export type Precision = 'point' | 'region' | 'country';

/** A place where it is drawn: its own point, or one within its region or country. */
export type DrawnPlace = {
  readonly place: EventPlace;
  readonly at: GeoPoint;
  readonly precision: Precision;
  /** Kilometres from `at` within which it lies; 0 for a point. */
  readonly reach: number;
  /** The shape of that region or country; null for a point. */
  readonly path: string | null;
};

/** How far two places are apart. */
export type Route = {
  readonly from: EventPlace;
  readonly to: EventPlace;
  /** Null where both are only known to be in the same country. */
  readonly km: number | null;
  /** Between the nearest and the farthest points of both; the same as `km` between points. */
  readonly leastKm: number;
  readonly mostKm: number;
  /** Whether an end is no more than a region or a country. */
  readonly isRough: boolean;
  /** What a person who sent both events travelled with, at least; null between addresses. */
  readonly kmPerHour: number | null;
};

const HOUR_MS = 3_600_000;
/** Shorter ways say nothing of a journey: data about addresses are no finer than a city. */
const LEAST_KM = 50;

const PAIRS = [
  ['shipping', 'billing'],
  ['ip', 'shipping'],
  ['ip', 'billing'],
  ['previous', 'ip'],
] as const;

/** Distances between the places of an event, and the speed between two events of a user. */
export const routesBetween = (drawn: readonly DrawnPlace[]): readonly Route[] =>
  PAIRS.flatMap(([first, second]): readonly Route[] => {
    const from = drawn.find(({ place }) => place.kind === first);
    const to = drawn.find(({ place }) => place.kind === second);
    if (!from || !to) return [];
    const isSameCountry =
      from.precision === 'country' && to.precision === 'country' && from.place.country === to.place.country;
    const km = distanceKm(from.at, to.at);
    const reach = from.reach + to.reach;
    const leastKm = Math.max(0, km - reach);
    const [start, end] = [from.place.at, to.place.at];
    const hours = start === null || end === null ? 0 : (Date.parse(end) - Date.parse(start)) / HOUR_MS;
    const isJourney = leastKm >= LEAST_KM && hours > 0;
    return [
      {
        from: from.place,
        to: to.place,
        km: isSameCountry ? null : km,
        leastKm,
        mostKm: km + reach,
        isRough: reach > 0,
        kmPerHour: isJourney ? leastKm / hours : null,
      },
    ];
  });
