import { distanceKm, type GeoPoint } from '@redoubt/domain';
import { HOUR_MS } from '@redoubt/kernel';

/** Where and when a device was seen. */
export type Sighting = {
  readonly collectedAt: Date;
  /** Degrees; null where the address has no place. */
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** Sessions that count, this one among them. */
export const MAX_TRAVEL_SESSIONS = 5;

const KM_PER_MILE = 1.609344;
/** Less than this is how exactly an address is known, not a journey. */
const NOISE_MILES = 30;
/** Two sightings closer in time than this count as this far apart: no device travels in no time. */
const LEAST_HOURS = 1 / 60;

const placeOf = ({ latitude, longitude }: Sighting): GeoPoint | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

const milesBetween = (a: Sighting, b: Sighting): number => {
  const [from, to] = [placeOf(a), placeOf(b)];
  return from && to ? distanceKm(from, to) / KM_PER_MILE : 0;
};

/**
 * The fastest a device moved between consecutive ones of its last sessions, in miles per hour; 0 with fewer than two.
 *
 * @param sightings in any order.
 */
export const speedOfTravel = (sightings: readonly Sighting[]): number => {
  const last = sightings
    .toSorted((a, b) => b.collectedAt.getTime() - a.collectedAt.getTime())
    .slice(0, MAX_TRAVEL_SESSIONS);
  const speeds = last.slice(1).map((before, index) => {
    const after = last[index] ?? before;
    const miles = milesBetween(before, after);
    const hours = (after.collectedAt.getTime() - before.collectedAt.getTime()) / HOUR_MS;
    return miles < NOISE_MILES ? 0 : miles / Math.max(LEAST_HOURS, hours);
  });
  return Math.max(0, ...speeds);
};
