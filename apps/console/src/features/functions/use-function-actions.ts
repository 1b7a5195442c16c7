import type { FunctionDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { DraftStore } from '../../drafts/draft-store.ts';
import type { VersionedKind } from '../../shared/authoring/editing/versioned-kind.ts';
import { useEditingActions, type EditingActions } from '../../shared/authoring/editing/use-editing-actions.ts';
import { breakingRefusal, type BreakingRefusal } from './breaking-refusal.ts';
import type { FunctionForm } from './function-form.ts';
import type { useFunctionMutations } from './functions.queries.ts';

export type FunctionActions = Pick<EditingActions<FunctionDetail>, 'busy' | 'rollBack'> & {
  readonly publish: (note: string, acceptBreaking: boolean, done: () => void) => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** Commands of the editor of a function. `onRefused` takes what refuses one and may be accepted. */
export const useFunctionActions = (
  kind: VersionedKind<FunctionDetail, FunctionForm>,
  store: DraftStore<FunctionDetail, FunctionForm>,
  mutations: ReturnType<typeof useFunctionMutations>,
  { onRefused, onLeave }: { readonly onRefused: (refusal: BreakingRefusal) => void; readonly onLeave: () => void },
): FunctionActions => {
  const text = useText('functions');
  const rules = useText('rules');
  const actions = useEditingActions(kind, store, {
    read: () => mutations.read(store.get().saved.id),
    rollBack: ({ id, version }, to, note, acceptBreaking) =>
      mutations.rollBack.mutateAsync({ id, version, to, note, acceptBreaking }),
    takeOut: ({ id, version }, note) => mutations.unpublish.mutateAsync({ id, version, note }),
    onRefused: (error) => {
      const refusal = breakingRefusal(error);
      if (refusal !== null) onRefused(refusal);
      return refusal !== null;
    },
    words: {
      rolledBack: (version, to) => text('rolledBack', { version, to }),
      takenOut: text('unpublished'),
      discarded: rules('publish.discarded'),
    },
  });
  const leaveAfter = (work: (saved: FunctionDetail) => Promise<unknown>): Promise<void> =>
    actions.run(async () => {
      store.stop();
      await work(store.get().saved);
      store.forget();
      onLeave();
    });
  return {
    busy: actions.busy,
    rollBack: actions.rollBack,
    publish: (note, acceptBreaking, done) =>
      actions.publish(
        ({ id, version, description }) =>
          mutations.publish.mutateAsync({ id, version, description, note, acceptBreaking }),
        ({ name }, version) => rules('publish.done', { version, name }),
        done,
      ),
    discard: () => leaveAfter(({ id }) => mutations.discard.mutateAsync(id)),
    remove: () => leaveAfter(({ id, version }) => mutations.remove.mutateAsync({ id, version })),
  };
};
