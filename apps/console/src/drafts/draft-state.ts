/** How the texts of one kind of thing are compared, and which of them a person starts from. */
export type DraftTexts<D, T> = {
  readonly startingText: (saved: D) => T;
  readonly sameText: (a: T, b: T) => boolean;
};

/**
 * The draft of something that is published in versions (`D`, with texts `T`), as one person edits it, between their
 * keyboard and the server.
 *
 * `clean` what is seen is what the server has · `changed` waits for a pause in typing · `saving` on its way ·
 * `failed` not stored, tried again with the next change or on demand · `conflict` another user saved or published
 * meanwhile
 */
export type DraftState<D, T> = {
  readonly phase: 'clean' | 'changed' | 'saving' | 'failed' | 'conflict';
  readonly text: T;
  /** The text on its way to the server; null outside `saving`. */
  readonly sent: T | null;
  /** What the server answered last; its version tag goes with the next write. */
  readonly saved: D;
  /** What another user saved meanwhile; null outside `conflict`, and where they deleted it. */
  readonly theirs: D | null;
};

export type DraftAction<D, T> =
  | { readonly type: 'edited'; readonly text: T }
  | { readonly type: 'saveStarted' }
  | { readonly type: 'saved'; readonly saved: D }
  | { readonly type: 'failed' }
  | { readonly type: 'conflicted'; readonly theirs: D | null }
  | { readonly type: 'theirsTaken' }
  | { readonly type: 'overwriteChosen' }
  /** A text that includes what another user saved; it is based on that version from now on. */
  | { readonly type: 'settled'; readonly text: T }
  /** It changed by another command of ours: published, renamed, switched on or off. */
  | { readonly type: 'replaced'; readonly saved: D }
  | { readonly type: 'reopened'; readonly saved: D };

export const openDraft = <D, T>(texts: DraftTexts<D, T>, saved: D): DraftState<D, T> => ({
  phase: 'clean',
  text: texts.startingText(saved),
  sent: null,
  saved,
  theirs: null,
});

/** What an action makes of a draft. */
export const draftReducer =
  <D, T>(texts: DraftTexts<D, T>) =>
  (state: DraftState<D, T>, action: DraftAction<D, T>): DraftState<D, T> => {
    switch (action.type) {
      case 'edited': {
        if (action.text === state.text) return state;
        const waits = state.phase === 'saving' || state.phase === 'conflict';
        return { ...state, text: action.text, phase: waits ? state.phase : 'changed' };
      }
      case 'saveStarted':
        return { ...state, phase: 'saving', sent: state.text };
      case 'saved': {
        const current = texts.sameText(state.text, state.sent ?? state.text);
        return { ...state, phase: current ? 'clean' : 'changed', sent: null, saved: action.saved };
      }
      case 'failed':
        return { ...state, phase: 'failed', sent: null };
      case 'conflicted':
        return { ...state, phase: 'conflict', sent: null, theirs: action.theirs };
      case 'reopened':
        return openDraft(texts, action.saved);
      case 'theirsTaken':
        return state.theirs === null ? state : openDraft(texts, state.theirs);
      case 'overwriteChosen':
        return state.theirs === null ? state : { ...state, phase: 'changed', saved: state.theirs, theirs: null };
      case 'settled':
        if (state.phase === 'conflict' && state.theirs === null) return state;
        return { ...state, phase: 'changed', text: action.text, saved: state.theirs ?? state.saved, theirs: null };
      case 'replaced': {
        const untouched = state.phase === 'clean' || texts.sameText(state.text, texts.startingText(action.saved));
        return untouched ? openDraft(texts, action.saved) : { ...state, saved: action.saved };
      }
    }
  };

/** True while leaving the page would lose text. */
export const hasUnsavedText = (state: Pick<DraftState<unknown, unknown>, 'phase'>): boolean => state.phase !== 'clean';
