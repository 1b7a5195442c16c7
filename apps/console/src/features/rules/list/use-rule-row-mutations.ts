import { useProvidedNames, useText } from '@redoubt/i18n';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import type { useRuleListMutations } from '../../../shared/rules/rules.queries.ts';
import type { RuleMutations } from './RuleTable.tsx';

/** What can be done with one rule of the list, each with what came of it said. */
export const useRuleRowMutations = (mutations: ReturnType<typeof useRuleListMutations>): RuleMutations => {
  const text = useText('rules');
  const provided = useProvidedNames();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const notifySuccess = (title: string) => notify({ severity: 'Success', title });
  const onError = (error: unknown) => notifyFailure(error);
  const rollBack: RuleMutations['rollBack'] = ({ id, publishedVersion }, to) =>
    mutations.rollBack.mutate(
      { id, to, note: text('since.note', { version: publishedVersion ?? 0 }) },
      {
        onSuccess: ({ published }) => {
          notify({
            severity: 'Success',
            title: text('history.rolledBack', { version: published?.version ?? 1, to }),
            action: {
              text: text('editor.undo'),
              onSelect: () =>
                mutations.rollBack.mutate(
                  { id, to: publishedVersion ?? 1, note: text('since.undone', { version: to }) },
                  { onError },
                ),
            },
          });
        },
        onError,
      },
    );
  return {
    busy:
      mutations.rename.isPending ||
      mutations.remove.isPending ||
      mutations.setActive.isPending ||
      mutations.rollBack.isPending,
    rename: ({ id }, name, description, done) =>
      mutations.rename.mutate({ id, name, description }, { onSuccess: done, onError }),
    setActive: ({ id, name }, active) =>
      mutations.setActive.mutate(
        { id, active },
        {
          onSuccess: () =>
            notifySuccess(text(active ? 'list.activated' : 'list.deactivated', { name: provided.shown(name) })),
          onError,
        },
      ),
    remove: ({ id, name }, done) =>
      mutations.remove.mutate(
        { id },
        {
          onSuccess: () => {
            done();
            notifySuccess(text('list.deleted', { name: provided.shown(name) }));
          },
          onError,
        },
      ),
    rollBack,
  };
};
