import type { VelocitySetDetail } from '@redoubt/contracts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import type { DraftState } from '../../../drafts/draft-state.ts';
import { createDraftStore, type DraftStore } from '../../../drafts/draft-store.ts';
import { SET_TEXTS, wireTextOf, type SetText } from '../text/set-text.ts';
import { useSetWrites } from '../velocities.queries.ts';

export type SetDraftStore = DraftStore<VelocitySetDetail, SetText>;

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** The draft of one set while its editor is open. */
export const useSetDraft = (
  set: VelocitySetDetail,
  onFailure: (error: unknown) => void,
): { readonly state: DraftState<VelocitySetDetail, SetText>; readonly store: SetDraftStore } => {
  const writes = useSetWrites(set.environmentId, set.id);
  const latest = useRef({ writes, onFailure });
  latest.current = { writes, onFailure };
  const opened = useRef(set);
  const store = useMemo(
    () =>
      createDraftStore(opened.current, {
        ...SET_TEXTS,
        save: (version, text) => latest.current.writes.save.mutateAsync({ version, text: wireTextOf(text) }),
        read: async () => {
          try {
            return await latest.current.writes.read();
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
  return { state: useSyncExternalStore(store.subscribe, store.get), store };
};
