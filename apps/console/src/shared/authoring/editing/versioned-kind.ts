import type { RuleText } from '@redoubt/contracts';
import type { ApiCall } from '../../../api/api-call.ts';
import type { DraftTexts } from '../../../drafts/draft-state.ts';
import type { ConflictTexts, Versioned } from '../merge/conflict.ts';

/** One published version, as lists of versions show it. */
export type VersionEntry = {
  readonly version: number;
  readonly published: { readonly at: string; readonly by: string };
  readonly note: string;
  readonly restores?: number | null;
};

/** A text that is read; null until it has arrived. */
export type ReadText<T> = { readonly text: T | null; readonly error: unknown };

/**
 * What editors need to know of one kind of thing that is published in versions: `D` is what the server answers, `T` its
 * text while it is edited. Comparing and merging work on rule texts, so a kind says how its text becomes one and back.
 */
export type VersionedKind<D, T> = DraftTexts<D, T> & {
  /** Codes of the error table: changed by another user, and no longer there. */
  readonly codes: { readonly stale: string; readonly unknown: string };
  readonly versionsOf: (saved: D) => Versioned & { readonly history: readonly VersionEntry[] };
  /** Null where nothing is published. */
  readonly publishedText: (saved: D) => T | null;
  /** The text of one version. */
  readonly readVersion: (call: ApiCall, saved: D, version: number, signal: AbortSignal) => Promise<T>;
  readonly toRuleText: (text: T) => RuleText;
  /** A merged text in the kind's own form; `mine` and `theirs` are the two that were merged. */
  readonly fromRuleText: (merged: RuleText, mine: T, theirs: T) => T;
};

/** A kind as conflicts see it. */
export const conflictTexts = <D, T>(kind: VersionedKind<D, T>): ConflictTexts<D> => ({
  versionedOf: kind.versionsOf,
  startingText: (saved) => kind.toRuleText(kind.startingText(saved)),
  publishedText: (saved) => {
    const text = kind.publishedText(saved);
    return text === null ? null : kind.toRuleText(text);
  },
});
