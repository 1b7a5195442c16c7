import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { createDraftStore } from '../../../drafts/draft-store.ts';
import { isStored } from '../../../shared/rules/address.ts';
import { useRuleMutations } from '../../../shared/rules/rules.queries.ts';
import { RULE_TEXTS, type DraftState, type DraftStore } from './draft-state.ts';
import type { FreshRule } from './new-rule.ts';

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

export type RuleDraft = {
  readonly state: DraftState;
  readonly store: DraftStore;
  /** Goes on with a text that was merged with what is published now, and says so to the server. */
  readonly settle: (text: RuleText) => void;
  /** Makes sure that the server has the rule, under a name a person chose or one of ours. */
  readonly begin: (name?: string) => Promise<void>;
};

/** The draft of one rule while its editor is open; that of a new one is stored with the first edit. */
export const useRuleDraft = (
  rule: RuleDetail,
  onFailure: (error: unknown) => void,
  fresh?: FreshRule,
  onStored?: (rule: RuleDetail) => void,
): RuleDraft => {
  const opened = useRef(rule);
  const id = useRef(rule.id);
  const mutations = useRuleMutations(rule, () => id.current);
  const latest = useRef({ mutations, onFailure, fresh, onStored });
  latest.current = { mutations, onFailure, fresh, onStored };
  const mergedWith = useRef<number | undefined>(undefined);
  const beginning = useRef<Promise<RuleDetail> | null>(null);
  const { store, create } = useMemo(() => {
    const create = (text: RuleText, chosen?: string): Promise<RuleDetail> => {
      const { name, description, type, branch } = opened.current;
      const body = { name: chosen ?? name, description, type, text, branch: branch?.apiName };
      const nameAmong = chosen === undefined ? latest.current.fresh?.nameAmong : undefined;
      beginning.current = latest.current.mutations.create
        .mutateAsync(nameAmong ? { ...body, nameAmong } : body)
        .then((stored) => {
          id.current = stored.id;
          latest.current.onStored?.(stored);
          return stored;
        })
        .finally(() => {
          beginning.current = null;
        });
      return beginning.current;
    };
    const made: DraftStore = createDraftStore(opened.current, {
      ...RULE_TEXTS,
      save: async (version, text) => {
        const begun = await beginning.current;
        if (begun === null && !isStored({ id: id.current })) return create(text);
        const merged = mergedWith.current;
        const base = begun?.version ?? version;
        const next = await latest.current.mutations.save.mutateAsync({ version: base, text, mergedWith: merged });
        mergedWith.current = undefined;
        return next;
      },
      read: async () => {
        try {
          return await latest.current.mutations.read();
        } catch (error) {
          if (hasCode(error, 'RULE-UNKNOWN')) return null;
          throw error;
        }
      },
      isConflict: (error) => hasCode(error, 'RULE-STALE') || hasCode(error, 'RULE-UNKNOWN'),
      onFailure: (error) => latest.current.onFailure(error),
    });
    return { store: made, create };
  }, []);
  useEffect(() => () => store.stop(), [store]);
  const settle = (text: RuleText): void => {
    const { theirs, saved } = store.get();
    mergedWith.current = (theirs ?? saved).published?.version ?? 0;
    void store.settle(text);
  };
  const begin = async (name?: string): Promise<void> => {
    if (!isStored({ id: id.current })) store.replace(await (beginning.current ?? create(store.get().text, name)));
  };
  return { state: useSyncExternalStore(store.subscribe, store.get), store, settle, begin };
};
