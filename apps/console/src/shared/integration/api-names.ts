import { PUBLIC_EVENTS } from '@redoubt/contracts';
import type { EventKind } from '@redoubt/domain';

export const API_KINDS = Object.keys(PUBLIC_EVENTS) as readonly EventKind[];

/** The part of an address that tells it from the others. */
export const addressName = (path: string): string =>
  path
    .replace('/v1.0/', '')
    .replace('MerchantServices/events/', '')
    .replaceAll(/\/:\w+/g, '');

/** The kind an address of the console names, in any letter case; undefined for another word. */
export const kindNamed = (name: string): EventKind | undefined =>
  API_KINDS.find((kind) => kind.toLowerCase() === name.toLowerCase());
