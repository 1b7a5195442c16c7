import { getFunction, type FunctionDetail } from '@redoubt/contracts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import type { DraftState, DraftTexts } from '../../drafts/draft-state.ts';
import { createDraftStore, type DraftStore } from '../../drafts/draft-store.ts';
import { textOf, type FunctionForm } from './function-form.ts';
import { publishedOf, startingForm } from './function-rule-text.ts';
import { useFunctionMutations } from './functions.queries.ts';

/** Drafts of functions. */
const FUNCTION_TEXTS: DraftTexts<FunctionDetail, FunctionForm> = {
  startingText: startingForm,
  sameText: (a, b) => JSON.stringify(a) === JSON.stringify(b),
};

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

export type FunctionDraft = {
  readonly state: DraftState<FunctionDetail, FunctionForm>;
  readonly store: DraftStore<FunctionDetail, FunctionForm>;
  /** Goes on with a text that was merged with what is published now, and says so to the server. */
  readonly settle: (form: FunctionForm) => void;
};

/** The draft of one function while its editor is open, saved after each pause in typing as those of rules are. */
export const useFunctionDraft = (detail: FunctionDetail, onFailure: (error: unknown) => void): FunctionDraft => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { save } = useFunctionMutations();
  const opened = useRef(detail);
  const latest = useRef({ call, save, onFailure });
  latest.current = { call, save, onFailure };
  const mergedWith = useRef<number | undefined>(undefined);
  const store = useMemo(() => {
    const { id } = opened.current;
    return createDraftStore(opened.current, {
      ...FUNCTION_TEXTS,
      save: async (version, form) => {
        const merged = mergedWith.current;
        const next = await latest.current.save.mutateAsync({ id, version, text: textOf(form), mergedWith: merged });
        mergedWith.current = undefined;
        return next;
      },
      read: async () => {
        try {
          return await latest.current.call(getFunction, { params: { environmentId, functionId: id } });
        } catch (error) {
          if (hasCode(error, 'FUNCTION-UNKNOWN')) return null;
          throw error;
        }
      },
      isConflict: (error) => hasCode(error, 'FUNCTION-STALE') || hasCode(error, 'FUNCTION-UNKNOWN'),
      onFailure: (error) => latest.current.onFailure(error),
    });
  }, [environmentId]);
  useEffect(() => () => store.stop(), [store]);
  // Another command of this page changed it: a new name or description.
  useEffect(() => {
    const { phase, saved } = store.get();
    if (phase === 'clean' && saved.version !== detail.version) store.replace(detail);
  }, [store, detail]);
  const settle = (form: FunctionForm): void => {
    const { theirs, saved } = store.get();
    mergedWith.current = publishedOf(theirs ?? saved)?.version ?? 0;
    void store.settle(form);
  };
  return { state: useSyncExternalStore(store.subscribe, store.get), store, settle };
};
