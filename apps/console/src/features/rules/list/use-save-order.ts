import type { RuleType } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import type { useRuleListMutations } from '../../../shared/rules/rules.queries.ts';
import type { OrderDraft } from './use-order-draft.ts';

/** Saves the order that rules were put in, as far as the list is still the one that was read. */
export const useSaveOrder = (
  mutations: ReturnType<typeof useRuleListMutations>,
): ((version: string, type: RuleType, wanted: OrderDraft) => void) => {
  const text = useText('rules');
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  return (version, type, wanted) =>
    mutations.order.mutate(
      { version, type, ruleIds: wanted.rules.map(({ id }) => id) },
      {
        onSuccess: () => {
          wanted.reset();
          notify({ severity: 'Success', title: text('list.orderSaved') });
        },
        onError: (error) => {
          wanted.reset();
          notifyFailure(error);
        },
      },
    );
};
