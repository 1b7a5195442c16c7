import { HOUR_MS } from '@redoubt/kernel';
import type { Mapping } from './mapping.ts';
import type { RetailSet } from '../loss-prevention/retail-sets.ts';

/** How often the folder of a connection is looked at. */
export const SYNC_FREQUENCIES = ['hour', 'day'] as const;
export type SyncFrequency = (typeof SYNC_FREQUENCIES)[number];
export const SYNC_EVERY_MS: Readonly<Record<SyncFrequency, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS };

/** `error`: connected, and the last sync failed. */
export const CONNECTION_STATES = ['none', 'connected', 'disconnected', 'error'] as const;
export const SYNC_STATES = ['inProgress', 'success', 'failed'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

export const MAX_FILE_PATTERN = 200;

/** Syncs that are shown. */
export const SHOWN_SYNCS = 10;

/** The files of one kind: their names, and how they are read. */
export type WatchedSet = {
  readonly set: RetailSet;
  /** With `*` for any letters and `?` for one. */
  readonly pattern: string;
  readonly hasHeader: boolean;
  /** Null where the names of columns say what they are. */
  readonly mapping: Mapping | null;
};

/**
 * Whether a name fits a pattern with `*` and `?`. Takes steps in proportion to both lengths at most, whatever the pattern is:
 * of several stars only the last one is tried again.
 */
export const fitsPattern = (name: string, pattern: string): boolean => {
  let at = 0;
  let from = 0;
  let star = -1;
  let tried = 0;
  while (at < name.length) {
    const wanted = pattern[from];
    if (wanted === '*') {
      star = from;
      tried = at;
      from += 1;
    } else if (wanted === '?' || wanted === name[at]) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      tried += 1;
      at = tried;
      from = star + 1;
    } else return false;
  }
  while (pattern[from] === '*') from += 1;
  return from === pattern.length;
};
