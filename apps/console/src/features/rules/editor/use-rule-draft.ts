import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useRef, useState } from 'react';
import type { AutosavedDraft } from '../../../drafts/use-autosaved-draft.ts';
import { useDraftOf } from '../../../shared/authoring/editing/use-draft-of.ts';
import { isStored } from '../../../shared/rules/links.ts';
import { placeOf, useRuleMutations } from '../../../shared/rules/rules.queries.ts';
import { RULES } from './rule-kind.ts';
import type { FreshRule } from './new-rule.ts';

export type RuleDraft = AutosavedDraft<RuleDetail, RuleText> & {
  /** Makes sure that the server has the rule, under a name a person chose or one of ours. */
  readonly begin: (name?: string) => Promise<void>;
};

/** The draft of one rule while its editor is open; that of a new one is stored with the first edit. */
export const useRuleDraft = (rule: RuleDetail, fresh?: FreshRule, onStored?: (rule: RuleDetail) => void): RuleDraft => {
  const [opened] = useState(rule);
  const id = useRef(rule.id);
  const mutations = useRuleMutations(placeOf(rule), () => id.current);
  const beginning = useRef<Promise<RuleDetail> | null>(null);
  const create = (text: RuleText, chosen?: string): Promise<RuleDetail> => {
    const { name, description, type, branch } = opened;
    const body = { name: chosen ?? name, description, type, text, branch: branch?.apiName };
    const nameAmong = chosen === undefined ? fresh?.nameAmong : undefined;
    beginning.current = mutations.create
      .mutateAsync(nameAmong ? { ...body, nameAmong } : body)
      .then((stored) => {
        id.current = stored.id;
        onStored?.(stored);
        return stored;
      })
      .finally(() => {
        beginning.current = null;
      });
    return beginning.current;
  };
  const draft = useDraftOf(RULES, rule, {
    save: async (version, text, mergedWith) => {
      const begun = await beginning.current;
      if (begun === null && !isStored({ id: id.current })) return create(text);
      return mutations.save.mutateAsync({ version: begun?.version ?? version, text, mergedWith });
    },
    read: mutations.read,
  });
  const { store } = draft;
  const begin = async (name?: string): Promise<void> => {
    if (!isStored({ id: id.current })) store.replace(await (beginning.current ?? create(store.get().text, name)));
  };
  return { ...draft, begin };
};
