import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { type DraftAction, type DraftState, draftReducer, openDraft } from './draft-state.ts';

/** Pause in typing after which the draft is saved. */
export const AUTOSAVE_MS = 1_000;

/** What the store needs of the outside. */
export type DraftPorts = {
  readonly save: (version: string, text: RuleText) => Promise<RuleDetail>;
  /** The rule as it stands; null once it is gone. */
  readonly read: () => Promise<RuleDetail | null>;
  /** Whether a failed save means that somebody else changed the rule. */
  readonly isConflict: (error: unknown) => boolean;
  readonly onFailure: (error: unknown) => void;
};

export type DraftStore = {
  readonly get: () => DraftState;
  readonly subscribe: (changed: () => void) => () => void;
  readonly edit: (text: RuleText) => void;
  /** Saves what is not saved yet and answers whether everything is. */
  readonly flush: () => Promise<boolean>;
  readonly takeTheirs: () => void;
  readonly overwrite: () => Promise<boolean>;
  /** As `flush`, and saves the draft even where it equals what is published: publishing needs one. */
  readonly saveForPublishing: () => Promise<boolean>;
  /** The rule changed by another command of ours. */
  readonly replace: (rule: RuleDetail) => void;
  /** Starts again from what the server has; what was not saved is dropped. */
  readonly reopen: (rule: RuleDetail) => void;
  /** Another command met a newer rule: the text waits for a choice. */
  readonly meet: (theirs: RuleDetail) => void;
  /** The rule is gone by our own command: nothing here is worth keeping. */
  readonly forget: () => void;
  /** Stops the pending save; what is on its way still arrives. */
  readonly stop: () => void;
};

/** Keeps one draft and saves it after a pause in typing, one save at a time. */
export const createDraftStore = (rule: RuleDetail, ports: DraftPorts): DraftStore => {
  let state = openDraft(rule);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight: Promise<void> | null = null;
  const watchers = new Set<() => void>();

  const dispatch = (action: DraftAction): void => {
    state = draftReducer(state, action);
    for (const changed of watchers) changed();
  };
  const schedule = (): void => {
    clearTimeout(timer);
    if (state.phase === 'changed') timer = setTimeout(() => void save(), AUTOSAVE_MS);
  };
  const conflict = async (): Promise<void> => {
    try {
      dispatch({ type: 'conflicted', theirs: await ports.read() });
    } catch (error) {
      dispatch({ type: 'failed' });
      ports.onFailure(error);
    }
  };
  const send = async (): Promise<void> => {
    const { rule: based, text } = state;
    dispatch({ type: 'saveStarted' });
    try {
      dispatch({ type: 'saved', rule: await ports.save(based.version, text) });
    } catch (error) {
      if (ports.isConflict(error)) return conflict();
      dispatch({ type: 'failed' });
      ports.onFailure(error);
    }
  };
  const save = async (): Promise<void> => {
    clearTimeout(timer);
    inFlight ??= send().finally(() => {
      inFlight = null;
      schedule();
    });
    return inFlight;
  };
  const flush = async (): Promise<boolean> => {
    if (inFlight) await inFlight;
    if (state.phase === 'changed' || state.phase === 'failed') await save();
    return state.phase === 'clean';
  };

  return {
    get: () => state,
    subscribe: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    edit: (text) => {
      dispatch({ type: 'edited', text });
      schedule();
    },
    flush,
    takeTheirs: () => dispatch({ type: 'theirsTaken' }),
    overwrite: async () => {
      dispatch({ type: 'overwriteChosen' });
      return flush();
    },
    saveForPublishing: async () => {
      if (!(await flush())) return false;
      if (state.rule.draft === null) await save();
      return state.phase === 'clean';
    },
    replace: (next) => {
      dispatch({ type: 'replaced', rule: next });
      schedule();
    },
    reopen: (next) => dispatch({ type: 'reopened', rule: next }),
    meet: (theirs) => dispatch({ type: 'conflicted', theirs }),
    forget: () => dispatch({ type: 'reopened', rule: state.rule }),
    stop: () => clearTimeout(timer),
  };
};
