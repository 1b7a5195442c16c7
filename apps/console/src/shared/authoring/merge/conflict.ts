import type { RuleText } from '@redoubt/contracts';
import type { DraftState } from '../../../drafts/draft-state.ts';

/** Something that is published in versions, as conflicts see it. */
export type Versioned = {
  readonly draft: { readonly by: string; readonly savedAt: string; readonly basedOnVersion: number } | null;
  readonly published: {
    readonly version: number;
    readonly published: { readonly by: string; readonly at: string };
  } | null;
};

/** How a kind of thing tells its texts, each as a rule text, so that they can be merged. */
export type ConflictTexts<D> = {
  readonly versionedOf: (saved: D) => Versioned;
  readonly startingText: (saved: D) => RuleText;
  /** Null where nothing is published. */
  readonly publishedText: (saved: D) => RuleText | null;
};

/**
 * Two texts of one thing that the user has to merge.
 *
 * `gone` it was deleted · `saved` the draft was saved · `published` a version was published · `changed` only its name
 * or state did · `behind` a version was published after the draft was begun, as a roll-back does
 */
export type Conflict =
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'saved' | 'published' | 'changed' | 'behind';
      /** Their state. */
      readonly stored: Versioned;
      readonly theirs: RuleText;
      /** The text both were made from; a number where it is that published version. */
      readonly base: RuleText | number;
    };

/** Whether the draft was begun on another version than the published one. */
const isBehind = ({ draft, published }: Versioned): boolean =>
  draft !== null && published !== null && draft.basedOnVersion !== published.version;

const behind = <D>(texts: ConflictTexts<D>, saved: D): Conflict | null => {
  const stored = texts.versionedOf(saved);
  const theirs = texts.publishedText(saved);
  if (!stored.draft || !theirs) return null;
  // A draft older than the first version was the same text until that was asked for.
  const base = stored.draft.basedOnVersion === 0 ? theirs : stored.draft.basedOnVersion;
  return { kind: 'behind', stored, theirs, base };
};

/** What stands between a draft and its publication; null where nothing does. */
export const conflictIn = <D, T>(
  texts: ConflictTexts<D>,
  { phase, saved, theirs }: Pick<DraftState<D, T>, 'phase' | 'saved' | 'theirs'>,
): Conflict | null => {
  const mine = texts.versionedOf(saved);
  if (phase !== 'conflict') return isBehind(mine) ? behind(texts, saved) : null;
  if (theirs === null) return { kind: 'gone' };
  const stored = texts.versionedOf(theirs);
  const ownDraft = stored.draft !== null && stored.draft.savedAt === mine.draft?.savedAt;
  if (ownDraft && isBehind(stored)) return behind(texts, theirs);
  const both = { stored, theirs: texts.startingText(theirs), base: texts.startingText(saved) };
  if (ownDraft) return { kind: 'changed', ...both };
  if (stored.draft !== null) return { kind: 'saved', ...both };
  return { kind: stored.published?.version === mine.published?.version ? 'changed' : 'published', ...both };
};
