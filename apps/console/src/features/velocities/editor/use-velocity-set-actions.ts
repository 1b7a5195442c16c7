import type { VelocitySetDetail } from '@redoubt/contracts';
import type { VelocityStart } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useGo } from '../../../routes/address.ts';
import { velocitySetListHref } from '../../../shared/velocities/address.ts';
import { useVelocitySetMutations } from '../velocities.queries.ts';
import type { VelocitySetDraftStore } from './use-velocity-set-draft.ts';

export type PublishChoice = { readonly active: boolean; readonly note: string; readonly start: VelocityStart };

export type VelocitySetActions = {
  readonly busy: boolean;
  readonly publish: (choice: PublishChoice, done: () => void) => Promise<void>;
  readonly discard: () => Promise<void>;
  /** An older version counts again, as a new one; what it counts otherwise is counted from history. */
  readonly rollBack: (to: number, note: string, done: () => void) => Promise<void>;
  readonly rename: (name: string, description: string, done: () => void) => Promise<void>;
};

/** Commands of the editor. Each saves the draft first, so that nothing typed is left behind, and says what came of it. */
export const useVelocitySetActions = (set: VelocitySetDetail, store: VelocitySetDraftStore): VelocitySetActions => {
  const text = useText('velocities');
  const history = useText('backfills');
  const rules = useText('rules');
  const common = useText('common');
  const mutations = useVelocitySetMutations(set.environmentId, set.id);
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const go = useGo();
  const [busy, setBusy] = useState(false);

  const notifySuccess = (title: string) => notify({ severity: 'Success', title });
  const run = async (command: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await command();
    } catch (error) {
      notifyFailure(error);
      if (error instanceof ApiError && error.code === 'VELOCITY-SET-STALE') store.meet(await mutations.read());
    } finally {
      setBusy(false);
    }
  };

  const restore = async (to: number, note: string): Promise<void> => {
    const { version } = store.get().saved;
    const next = await mutations.rollBack.mutateAsync({ version, to, note });
    store.replace(next);
    notifySuccess(text('publish.rolledBack', { version: next.published?.version ?? to + 1, to }));
  };
  /** The version before counts again; a first one is taken out of production. */
  const takeBack = (before: number | null, published: number): Promise<void> =>
    run(async () => {
      const { version, published: current } = store.get().saved;
      // A message of an older publication stays on the screen for a while.
      if (current?.version !== published) {
        notify({ severity: 'Warning', title: rules('publish.undoLate') });
        return;
      }
      const note = rules('publish.undoNote', { version: published });
      if (before !== null) return restore(before, note);
      store.reopen(await mutations.unpublish.mutateAsync({ version, note }));
      notifySuccess(text('publish.unpublished'));
    });

  return {
    busy,
    publish: ({ active, note, start }, done) =>
      run(async () => {
        if (!(await store.saveForPublishing())) return;
        const { name, description, version, published: before } = store.get().saved;
        const body = { version, name, description, active, note, start };
        const next = await mutations.publish.mutateAsync(body);
        store.replace(next);
        done();
        const published = { version: next.published?.version ?? 1, name };
        notify({
          severity: 'Success',
          title: start === 'withHistory' ? history('published', published) : text('publish.done', published),
          action: {
            text: common('action.undo'),
            onSelect: () => void takeBack(before?.version ?? null, published.version),
          },
        });
      }),
    rollBack: (to, note, done) =>
      run(async () => {
        if (!(await store.flush())) return;
        await restore(to, note);
        done();
      }),
    discard: () =>
      run(async () => {
        store.stop();
        await mutations.discard.mutateAsync();
        if (store.get().saved.published === null) {
          store.forget();
          go(velocitySetListHref());
        } else {
          store.reopen(await mutations.read());
        }
        notifySuccess(text('publish.discarded'));
      }),
    rename: (name, description, done) =>
      run(async () => {
        if (!(await store.flush())) return;
        const { version } = store.get().saved;
        store.replace(await mutations.rename.mutateAsync({ version, name, description }));
        done();
      }),
  };
};
