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

const EARTH_RADIUS_MILES = 3958.8;
/** Less than this is how exactly an address is known, not a journey. */
const NOISE_MILES = 30;
/** Two sightings closer in time than this count as this far apart: no device travels in no time. */
const LEAST_HOURS = 1 / 60;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance (haversine). */
const milesBetween = (a: Sighting, b: Sighting): number => {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return 0;
  const [latitude, other] = [radians(a.latitude), radians(b.latitude)];
  const half =
    Math.sin((other - latitude) / 2) ** 2 +
    Math.cos(latitude) * Math.cos(other) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(half)));
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
