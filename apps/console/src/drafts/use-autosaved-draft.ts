import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { DraftState, DraftTexts } from './draft-state.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';

/** How one kind of thing with drafts is compared, saved and read. */
export type DraftPlace<D, T> = {
  readonly texts: DraftTexts<D, T>;
  /** `mergedWith` is the published version that the text was merged with, 0 before the first; else undefined. */
  readonly save: (version: string, text: T, mergedWith: number | undefined) => Promise<D>;
  readonly read: () => Promise<D>;
  /** Number of the version that is published. */
  readonly publishedVersion: (saved: D) => number | undefined;
  /** Codes of the error table: changed by another user, and no longer there. */
  readonly codes: { readonly stale: string; readonly unknown: string };
  readonly onFailure: (error: unknown) => void;
};

export type AutosavedDraft<D, T> = {
  readonly state: DraftState<D, T>;
  readonly store: DraftStore<D, T>;
  /** Goes on with a text that was merged with what is published now, and says so to the server. */
  readonly settle: (text: T) => void;
};

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code);

/** The draft of one thing while its editor is open: saved after each pause in typing, and what became of that. */
export const useAutosavedDraft = <D extends { readonly version: string; readonly draft: unknown }, T>(
  opened: D,
  place: DraftPlace<D, T>,
): AutosavedDraft<D, T> => {
  const latest = useRef(place);
  latest.current = place;
  const mergedWith = useRef<number | undefined>(undefined);
  const [store] = useState(() =>
    createDraftStore<D, T>(opened, {
      ...place.texts,
      save: async (version, text) => {
        const next = await latest.current.save(version, text, mergedWith.current);
        mergedWith.current = undefined;
        return next;
      },
      read: async () => {
        try {
          return await latest.current.read();
        } catch (error) {
          if (hasCode(error, latest.current.codes.unknown)) return null;
          throw error;
        }
      },
      isConflict: (error) => hasCode(error, latest.current.codes.stale, latest.current.codes.unknown),
      onFailure: (error) => latest.current.onFailure(error),
    }),
  );
  useEffect(() => () => store.stop(), [store]);
  const settle = (text: T): void => {
    const { theirs, saved } = store.get();
    mergedWith.current = place.publishedVersion(theirs ?? saved) ?? 0;
    void store.settle(text);
  };
  return { state: useSyncExternalStore(store.subscribe, store.get), store, settle };
};
