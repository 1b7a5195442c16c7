import type { Clock } from '@redoubt/kernel';
import type { Caller } from '../callers/caller.ts';

type Entry = { readonly caller: Caller; readonly expiresAtMs: number };

export type TokenCache = {
  readonly get: (token: string) => Caller | undefined;
  readonly set: (token: string, caller: Caller, expiresAtMs: number) => void;
};

/**
 * Verified tokens by their full text until they expire. At the cap the oldest entry goes: tokens live an hour, so age
 * is a good enough measure and costs nothing on a hit.
 */
export const createTokenCache = (clock: Clock, maxEntries: number): TokenCache => {
  const entries = new Map<string, Entry>();
  return {
    get: (token) => {
      const entry = entries.get(token);
      if (entry === undefined) return undefined;
      if (entry.expiresAtMs > clock.now()) return entry.caller;
      entries.delete(token);
      return undefined;
    },
    set: (token, caller, expiresAtMs) => {
      if (entries.size >= maxEntries) {
        const oldest = entries.keys().next();
        if (!oldest.done) entries.delete(oldest.value);
      }
      entries.set(token, { caller, expiresAtMs });
    },
  };
};
