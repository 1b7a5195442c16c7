import { useEffect, useState } from 'react';

const PREFIX = 'redoubt.draft.';

const read = <Draft>(key: string, empty: Draft, isDraft: (value: unknown) => value is Draft): Draft => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
    return isDraft(kept) ? kept : empty;
  } catch {
    // Storage that is switched off, or text that was changed by hand: the form begins empty.
    return empty;
  }
};

/** Forgets what a form that is no longer on the screen kept. */
export const forgetTabDraft = (key: string): void => {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Storage that is switched off keeps nothing to forget.
  }
};

/**
 * What a form holds before anything of it is stored on the server, kept over a reload in the storage of this browser
 * tab. `key` names the form and where it creates; `isDraft` refuses what an older version of the form kept.
 */
export const useTabDraft = <Draft extends object>(
  key: string,
  empty: Draft,
  isDraft: (value: unknown) => value is Draft,
): {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly isEmpty: boolean;
  readonly discard: () => void;
} => {
  const [draft, setDraft] = useState(() => read(key, empty, isDraft));
  const isEmpty = JSON.stringify(draft) === JSON.stringify(empty);
  useEffect(() => {
    try {
      if (isEmpty) sessionStorage.removeItem(PREFIX + key);
      else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
    } catch {
      // A full or forbidden storage costs the draft its reload and nothing else.
    }
  }, [key, draft, isEmpty]);
  return {
    draft,
    change: (changes) => setDraft((before) => ({ ...before, ...changes })),
    isEmpty,
    discard: () => setDraft(empty),
  };
};
