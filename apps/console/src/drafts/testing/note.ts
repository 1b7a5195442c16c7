import type { DraftTexts } from '../draft-state.ts';

/** The simplest thing with a draft: a text and its tag. */
export type Note = { readonly version: string; readonly draft: string | null };

export const note = (draft: string, version: string): Note => ({ version, draft });

export const NOTE_TEXTS: DraftTexts<Note, string> = {
  startingText: ({ draft }) => draft ?? '',
  sameText: (a, b) => a === b,
};
