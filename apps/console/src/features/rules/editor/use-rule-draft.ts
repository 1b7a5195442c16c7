import type { RuleDetail } from '@redoubt/contracts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useRuleWrites } from '../rules.queries.ts';
import { createDraftStore } from '../../../drafts/draft-store.ts';
import { RULE_TEXTS, type DraftState, type DraftStore } from './draft-state.ts';

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** The draft of one rule while its editor is open. */
export const useRuleDraft = (
  rule: RuleDetail,
  onFailure: (error: unknown) => void,
): { readonly state: DraftState; readonly store: DraftStore } => {
  const writes = useRuleWrites(rule, rule.id);
  const latest = useRef({ writes, onFailure });
  latest.current = { writes, onFailure };
  const opened = useRef(rule);
  const store = useMemo(
    () =>
      createDraftStore(opened.current, {
        ...RULE_TEXTS,
        save: (version, text) => latest.current.writes.save.mutateAsync({ version, text }),
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
  return { state: useSyncExternalStore(store.subscribe, store.get), store };
};
