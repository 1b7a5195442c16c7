import type { EventPlace } from '@redoubt/contracts';
import { distanceKm, type Place } from './distance.ts';

/** A place where it is drawn: its own point, or the middle of its country. */
export type DrawnPlace = { readonly place: EventPlace; readonly at: Place; readonly isExact: boolean };

/** How far two places are apart. */
export type Route = {
  readonly from: EventPlace;
  readonly to: EventPlace;
  /** Null where both are only known to be in the same country. */
  readonly km: number | null;
  /** Whether an end is the middle of a country. */
  readonly isRough: boolean;
  /** What a person who sent both events travelled with; null between addresses. */
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
    const isRough = !from.isExact || !to.isExact;
    const isSameCountry = isRough && from.place.country === to.place.country;
    const km = isSameCountry ? null : distanceKm(from.at, to.at);
    const [start, end] = [from.place.at, to.place.at];
    const hours = start === null || end === null ? 0 : (Date.parse(end) - Date.parse(start)) / HOUR_MS;
    const isJourney = km !== null && !isRough && km >= LEAST_KM && hours > 0;
    return [{ from: from.place, to: to.place, km, isRough, kmPerHour: isJourney ? km / hours : null }];
  });
