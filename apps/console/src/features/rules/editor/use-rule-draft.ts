import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useRuleWrites } from '../rules.queries.ts';
import { createDraftStore } from '../../../drafts/draft-store.ts';
import { RULE_TEXTS, type DraftState, type DraftStore } from './draft-state.ts';

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/**
 * The draft of one rule while its editor is open. `settle` goes on with a text that was merged with what is published
 * now, and says so to the server.
 */
export const useRuleDraft = (
  rule: RuleDetail,
  onFailure: (error: unknown) => void,
): { readonly state: DraftState; readonly store: DraftStore; readonly settle: (text: RuleText) => void } => {
  const writes = useRuleWrites(rule, rule.id);
  const latest = useRef({ writes, onFailure });
  latest.current = { writes, onFailure };
  const opened = useRef(rule);
  const mergedWith = useRef<number | undefined>(undefined);
  const store = useMemo(
    () =>
      createDraftStore(opened.current, {
        ...RULE_TEXTS,
        save: async (version, text) => {
          const merged = mergedWith.current;
          const next = await latest.current.writes.save.mutateAsync({ version, text, mergedWith: merged });
          mergedWith.current = undefined;
          return next;
        },
        read: async () => {
          try {
            return await latest.current.writes.read();
          } catch (error) {
            if (hasCode(error, 'RULE-UNKNOWN')) return null;
            throw error;
          }
        },
        isConflict: (error) => hasCode(error, 'RULE-STALE') || hasCode(error, 'RULE-UNKNOWN'),
        onFailure: (error) => latest.current.onFailure(error),
      }),
    [],
  );
  useEffect(() => () => store.stop(), [store]);
  const settle = (text: RuleText): void => {
    const { theirs, saved } = store.get();
    mergedWith.current = (theirs ?? saved).published?.version ?? 0;
    void store.settle(text);
  };
  return { state: useSyncExternalStore(store.subscribe, store.get), store, settle };
};
