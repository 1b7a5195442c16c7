import { createSubscribers } from '@redoubt/ui';
import { type DraftAction, type DraftState, type DraftTexts, draftReducer, openDraft } from './draft-state.ts';

/** What a store needs to know of what it keeps. */
type Versioned = { readonly version: string; readonly draft: unknown };

/** Pause in typing after which the draft is saved. */
export const AUTOSAVE_MS = 1_000;

/** What the store needs of the outside. */
export type DraftPorts<D, T> = DraftTexts<D, T> & {
  readonly save: (version: string, text: T) => Promise<D>;
  /** What is edited as it stands; null once it is gone. */
  readonly read: () => Promise<D | null>;
  /** Whether a failed save means that another user changed it. */
  readonly isConflict: (error: unknown) => boolean;
  readonly onFailure: (error: unknown) => void;
};

export type DraftStore<D, T> = {
  readonly get: () => DraftState<D, T>;
  readonly subscribe: (changed: () => void) => () => void;
  readonly edit: (text: T) => void;
  /** Saves what is not saved yet and answers whether everything is. */
  readonly flush: () => Promise<boolean>;
  readonly takeTheirs: () => void;
  readonly overwrite: () => Promise<boolean>;
  /** Goes on with a text that takes in theirs, and saves it. */
  readonly settle: (text: T) => Promise<boolean>;
  /** As `flush`, and saves the draft even where it equals what is published: publishing needs one. */
  readonly saveForPublishing: () => Promise<boolean>;
  /** It changed by another command of ours. */
  readonly replace: (saved: D) => void;
  /** Starts again from what the server has; what was not saved is dropped. */
  readonly reopen: (saved: D) => void;
  /** Another command met a newer state: the text waits for a choice. */
  readonly meet: (theirs: D) => void;
  /** It is gone by our own command: nothing here is worth keeping. */
  readonly forget: () => void;
  /** Stops the pending save; what is on its way still arrives. */
  readonly stop: () => void;
};

/** Keeps one draft and saves it after a pause in typing, one save at a time. */
export const createDraftStore = <D extends Versioned, T>(opened: D, ports: DraftPorts<D, T>): DraftStore<D, T> => {
  const reduce = draftReducer(ports);
  let state = openDraft(ports, opened);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight: Promise<void> | null = null;
  const { subscribe, notify } = createSubscribers();

  const dispatch = (action: DraftAction<D, T>): void => {
    state = reduce(state, action);
    notify();
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
    const { saved: based, text } = state;
    dispatch({ type: 'saveStarted' });
    try {
      dispatch({ type: 'saved', saved: await ports.save(based.version, text) });
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
    subscribe,
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
    settle: async (text) => {
      if (inFlight) await inFlight;
      dispatch({ type: 'settled', text });
      return flush();
    },
    saveForPublishing: async () => {
      if (!(await flush())) return false;
      if (state.saved.draft === null) await save();
      return state.phase === 'clean';
    },
    replace: (next) => {
      dispatch({ type: 'replaced', saved: next });
      schedule();
    },
    reopen: (next) => dispatch({ type: 'reopened', saved: next }),
    meet: (theirs) => dispatch({ type: 'conflicted', theirs }),
    forget: () => dispatch({ type: 'reopened', saved: state.saved }),
    stop: () => clearTimeout(timer),
  };
};
