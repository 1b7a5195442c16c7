import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { textOf } from '../../../shared/authoring/text/rule-text.ts';
import { type DraftState, startingText } from '../editor/draft-state.ts';

/**
 * Two texts of one rule that the user has to merge.
 *
 * `gone` it was deleted · `saved` the draft was saved · `published` a version was published · `changed` only its name
 * or state did · `behind` a version was published after the draft was begun, as a roll-back does
 */
export type Conflict =
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'saved' | 'published' | 'changed' | 'behind';
      readonly rule: RuleDetail;
      readonly theirs: RuleText;
      /** The text both were made from; a number where it is that published version. */
      readonly base: RuleText | number;
    };

/** Whether the draft was begun on another version than the one that decides. */
const isBehind = ({ draft, published }: RuleDetail): boolean =>
  draft !== null && published !== null && draft.basedOnVersion !== published.version;

const behind = (rule: RuleDetail): Conflict | null => {
  if (!rule.draft || !rule.published) return null;
  const theirs = textOf(rule.published);
  // A draft older than the first version was the same text until that was asked for.
  const base = rule.draft.basedOnVersion === 0 ? theirs : rule.draft.basedOnVersion;
  return { kind: 'behind', rule, theirs, base };
};

/** What stands between this draft and its publication; null where nothing does. */
export const conflictOf = ({
  phase,
  saved,
  theirs,
}: Pick<DraftState, 'phase' | 'saved' | 'theirs'>): Conflict | null => {
  if (phase !== 'conflict') return isBehind(saved) ? behind(saved) : null;
  if (theirs === null) return { kind: 'gone' };
  const ownDraft = theirs.draft !== null && theirs.draft.savedAt === saved.draft?.savedAt;
  if (ownDraft && isBehind(theirs)) return behind(theirs);
  const texts = { rule: theirs, theirs: startingText(theirs), base: startingText(saved) };
  if (ownDraft) return { kind: 'changed', ...texts };
  if (theirs.draft !== null) return { kind: 'saved', ...texts };
  return { kind: theirs.published?.version === saved.published?.version ? 'changed' : 'published', ...texts };
};
