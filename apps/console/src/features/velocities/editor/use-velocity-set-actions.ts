import type { VelocitySetDetail } from '@redoubt/contracts';
import type { VelocityStart } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { DraftStore } from '../../../drafts/draft-store.ts';
import { useGo } from '../../../routes/address.ts';
import { useEditingActions, type EditingActions } from '../../../shared/authoring/editing/use-editing-actions.ts';
import { velocitySetListHref } from '../../../shared/velocities/address.ts';
import type { EditedVelocitySet } from '../text/edited-velocity-set.ts';
import type { useVelocitySetMutations } from '../velocities.queries.ts';
import { VELOCITY_SETS } from './velocity-set-kind.ts';

type PublishChoice = { readonly active: boolean; readonly note: string; readonly start: VelocityStart };

export type VelocitySetActions = Pick<EditingActions<VelocitySetDetail>, 'busy' | 'rollBack'> & {
  readonly publish: (choice: PublishChoice, done: () => void) => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly rename: (name: string, description: string, done: () => void) => Promise<void>;
};

/** Commands of the editor of a set; what a roll-back counts otherwise is counted from history. */
export const useVelocitySetActions = (
  store: DraftStore<VelocitySetDetail, EditedVelocitySet>,
  mutations: ReturnType<typeof useVelocitySetMutations>,
): VelocitySetActions => {
  const text = useText('velocities');
  const history = useText('backfills');
  const go = useGo();
  const actions = useEditingActions(VELOCITY_SETS, store, {
    read: mutations.read,
    rollBack: ({ version }, to, note) => mutations.rollBack.mutateAsync({ version, to, note }),
    takeOut: ({ version }, note) => mutations.unpublish.mutateAsync({ version, note }),
    activation: {
      isActive: ({ status }) => status.startsWith('Active'),
      set: ({ version }, active) => mutations.setActive.mutateAsync({ version, active }),
    },
    words: {
      rolledBack: (version, to) => text('publish.rolledBack', { version, to }),
      takenOut: text('publish.unpublished'),
      discarded: text('publish.discarded'),
    },
  });
  return {
    ...actions,
    publish: (choice, done) =>
      actions.publish(
        ({ name, description, version }) => mutations.publish.mutateAsync({ version, name, description, ...choice }),
        ({ name }, version) =>
          choice.start === 'withHistory'
            ? history('published', { version, name })
            : text('publish.done', { version, name }),
        done,
      ),
    discard: () =>
      actions.discard(
        () => mutations.discard.mutateAsync(),
        () => go(velocitySetListHref()),
      ),
    rename: (name, description, done) =>
      actions.runSaved(async ({ version }) => {
        store.replace(await mutations.rename.mutateAsync({ version, name, description }));
        done();
      }),
  };
};
