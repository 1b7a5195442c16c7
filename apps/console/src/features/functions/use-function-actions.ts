import { useText } from '@redoubt/i18n';
import { useNotify, useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { breakingRefusal, type BreakingRefusal } from './breaking-refusal.ts';
import { useFunctionMutations } from './functions.queries.ts';
import type { FunctionDraft } from './use-function-draft.ts';

/** Answers what refuses it and may be accepted; undefined where it was done or has failed for another reason. */
type Attempt = Promise<BreakingRefusal | undefined>;

export type FunctionActions = {
  readonly busy: boolean;
  /** What failed and is not said by a message. */
  readonly failure: unknown;
  readonly publish: (note: string, acceptBreaking: boolean, done: () => void) => Attempt;
  readonly rollBack: (to: number, note: string, acceptBreaking: boolean, done: () => void) => Attempt;
  readonly discard: (done: () => void) => void;
  readonly remove: (done: () => void) => void;
};

/** Commands of the editor of a function. Publications say what came of them, with the way back. */
export const useFunctionActions = ({ store }: Pick<FunctionDraft, 'store'>): FunctionActions => {
  const text = useText('functions');
  const rules = useText('rules');
  const common = useText('common');
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const { publish, rollBack, unpublish, discard, remove } = useFunctionMutations();

  const restore = async (to: number, note: string, acceptBreaking: boolean): Promise<void> => {
    const { id, version } = store.get().saved;
    const next = await rollBack.mutateAsync({ id, version, to, note, acceptBreaking });
    store.replace(next);
    notify({ severity: 'Success', title: text('rolledBack', { version: next.publishedVersion ?? to + 1, to }) });
  };
  /** The version before is published again; a first one is taken out of production. */
  const takeBack = async (before: number | null, published: number): Promise<void> => {
    const { id, version, publishedVersion } = store.get().saved;
    // A message of an older publication stays on the screen for a while.
    if (publishedVersion !== published) return notify({ severity: 'Warning', title: rules('publish.undoLate') });
    const note = rules('publish.undoNote', { version: published });
    if (before !== null) return restore(before, note, false);
    store.reopen(await unpublish.mutateAsync({ id, version, note }));
    notify({ severity: 'Success', title: text('unpublished') });
  };
  const attempt = async (work: () => Promise<void>, done: () => void): Attempt => {
    try {
      await work();
      done();
      return undefined;
    } catch (error) {
      const refusal = breakingRefusal(error);
      if (refusal === null) notifyFailure(error);
      return refusal ?? undefined;
    }
  };

  return {
    busy: [publish, rollBack, unpublish, discard, remove].some(({ isPending }) => isPending),
    failure: discard.error ?? remove.error,
    publish: (note, acceptBreaking, done) =>
      attempt(async () => {
        if (!(await store.saveForPublishing())) return;
        const { id, version, description, publishedVersion: before } = store.get().saved;
        const next = await publish.mutateAsync({ id, version, description, note, acceptBreaking });
        store.replace(next);
        const published = next.publishedVersion ?? 1;
        notify({
          severity: 'Success',
          title: rules('publish.done', { version: published, name: next.name }),
          action: {
            text: common('action.undo'),
            onSelect: () => void takeBack(before, published).catch((error: unknown) => notifyFailure(error)),
          },
        });
      }, done),
    rollBack: (to, note, acceptBreaking, done) =>
      attempt(async () => {
        if (await store.flush()) await restore(to, note, acceptBreaking);
      }, done),
    discard: (done) => discard.mutate(store.get().saved.id, { onSuccess: done }),
    remove: (done) => {
      const { id, version } = store.get().saved;
      remove.mutate({ id, version }, { onSuccess: done });
    },
  };
};
