import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { sameText, textOf } from '../text/rule-text.ts';

/**
 * The draft as one person edits it, between their keyboard and the server.
 *
 * `clean` what is seen is what the server has · `changed` waits for a pause in typing · `saving` on its way ·
 * `failed` not stored, tried again with the next change or on demand · `conflict` somebody saved or published meanwhile
 */
export type DraftState = {
  readonly phase: 'clean' | 'changed' | 'saving' | 'failed' | 'conflict';
  readonly text: RuleText;
  /** The text on its way to the server; null outside `saving`. */
  readonly sent: RuleText | null;
  /** The rule as the server last answered it; its version tag goes with the next write. */
  readonly rule: RuleDetail;
  /** What somebody else made of it meanwhile; null outside `conflict`, and where they deleted it. */
  readonly theirs: RuleDetail | null;
};

export type DraftAction =
  | { readonly type: 'edited'; readonly text: RuleText }
  | { readonly type: 'saveStarted' }
  | { readonly type: 'saved'; readonly rule: RuleDetail }
  | { readonly type: 'failed' }
  | { readonly type: 'conflicted'; readonly theirs: RuleDetail | null }
  | { readonly type: 'theirsTaken' }
  | { readonly type: 'overwriteChosen' }
  /** The rule changed by another command of ours: published, renamed, switched on or off. */
  | { readonly type: 'replaced'; readonly rule: RuleDetail }
  | { readonly type: 'reopened'; readonly rule: RuleDetail };

const EMPTY: RuleText = { condition: '', clauses: [], samplePayload: {} };

/** The text a person starts from: the draft where there is one, else what is published. */
export const startingText = (rule: RuleDetail): RuleText => textOf(rule.draft ?? rule.published ?? EMPTY);

export const openDraft = (rule: RuleDetail): DraftState => ({
  phase: 'clean',
  text: startingText(rule),
  sent: null,
  rule,
  theirs: null,
});

export const draftReducer = (state: DraftState, action: DraftAction): DraftState => {
  switch (action.type) {
    case 'edited': {
      if (action.text === state.text) return state;
      const waits = state.phase === 'saving' || state.phase === 'conflict';
      return { ...state, text: action.text, phase: waits ? state.phase : 'changed' };
    }
    case 'saveStarted':
      return { ...state, phase: 'saving', sent: state.text };
    case 'saved': {
      const current = sameText(state.text, state.sent ?? state.text);
      return { ...state, phase: current ? 'clean' : 'changed', sent: null, rule: action.rule };
    }
    case 'failed':
      return { ...state, phase: 'failed', sent: null };
    case 'conflicted':
      return { ...state, phase: 'conflict', sent: null, theirs: action.theirs };
    case 'reopened':
      return openDraft(action.rule);
    case 'theirsTaken':
      return state.theirs === null ? state : openDraft(state.theirs);
    case 'overwriteChosen':
      return state.theirs === null ? state : { ...state, phase: 'changed', rule: state.theirs, theirs: null };
    case 'replaced': {
      const untouched = state.phase === 'clean' || sameText(state.text, startingText(action.rule));
      return untouched ? openDraft(action.rule) : { ...state, rule: action.rule };
    }
  }
};

/** True while leaving the page would lose text. */
export const hasUnsavedText = (state: DraftState): boolean => state.phase !== 'clean';
