import type { VelocitySetDetail } from '@redoubt/contracts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import type { DraftState } from '../../../drafts/draft-state.ts';
import { createDraftStore, type DraftStore } from '../../../drafts/draft-store.ts';
import { EDITED_VELOCITY_SETS, wireTextOf, type EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { useVelocitySetMutations } from '../velocities.queries.ts';

export type VelocitySetDraftStore = DraftStore<VelocitySetDetail, EditedVelocitySet>;

export type VelocitySetDraft = {
  readonly state: DraftState<VelocitySetDetail, EditedVelocitySet>;
  readonly store: VelocitySetDraftStore;
  /** Goes on with a text that was merged with what is published now, and says so to the server. */
  readonly settle: (text: EditedVelocitySet) => void;
};

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** The draft of one set while its editor is open. */
export const useVelocitySetDraft = (set: VelocitySetDetail, onFailure: (error: unknown) => void): VelocitySetDraft => {
  const mutations = useVelocitySetMutations(set.environmentId, set.id);
  const latest = useRef({ mutations, onFailure });
  latest.current = { mutations, onFailure };
  const opened = useRef(set);
  const mergedWith = useRef<number | undefined>(undefined);
  const store = useMemo(
    () =>
      createDraftStore(opened.current, {
        ...EDITED_VELOCITY_SETS,
        save: async (version, text) => {
          const body = { version, text: wireTextOf(text), mergedWith: mergedWith.current };
          const next = await latest.current.mutations.save.mutateAsync(body);
          mergedWith.current = undefined;
          return next;
        },
        read: async () => {
          try {
            return await latest.current.mutations.read();
          } catch (error) {
            if (hasCode(error, 'VELOCITY-SET-UNKNOWN')) return null;
            throw error;
          }
        },
        isConflict: (error) => hasCode(error, 'VELOCITY-SET-STALE') || hasCode(error, 'VELOCITY-SET-UNKNOWN'),
        onFailure: (error) => latest.current.onFailure(error),
      }),
    [],
  );
  useEffect(() => () => store.stop(), [store]);
  const settle = (text: EditedVelocitySet): void => {
    const { theirs, saved } = store.get();
    mergedWith.current = (theirs ?? saved).published?.version ?? 0;
    void store.settle(text);
  };
  return { state: useSyncExternalStore(store.subscribe, store.get), store, settle };
};
