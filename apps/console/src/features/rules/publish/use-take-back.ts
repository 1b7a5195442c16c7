import type { RuleDetail } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import type { DraftStore } from '../editor/rule-kind.ts';
import type { useRuleMutations } from '../../../shared/rules/rules.queries.ts';

type Mutations = ReturnType<typeof useRuleMutations>;

const isActive = ({ status }: RuleDetail): boolean => status.startsWith('Active');

/**
 * Says that a version was published, with the way back: the version before decides again, as it did; a first version is
 * switched off. Where publishing needs a second person, taking back asks for one too.
 */
export const useTakeBack = (store: DraftStore, mutations: Mutations) => {
  const text = useText('rules');
  const provided = useProvidedNames();
  const common = useText('common');
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();

  const switchOff = async (): Promise<void> => {
    const off = await mutations.setActive.mutateAsync({ version: store.get().saved.version, active: false });
    store.replace(off);
  };
  const takeBack = async (before: RuleDetail, published: number): Promise<void> => {
    if (store.get().saved.published?.version !== published) {
      notify({ severity: 'Warning', title: text('publish.undoLate') });
      return;
    }
    const to = before.published?.version;
    if (to === undefined) {
      await switchOff();
      notify({ severity: 'Success', title: text('publish.undone') });
      return;
    }
    const { version } = store.get().saved;
    const note = text('publish.undoNote', { version: published });
    const next = await mutations.rollBack.mutateAsync({ version, to, note });
    store.replace(next);
    if (!isActive(before) && isActive(next)) await switchOff();
    notify({
      severity: 'Success',
      title: text('history.rolledBack', { version: next.published?.version ?? published + 1, to }),
    });
  };

  return {
    offer: (before: RuleDetail, next: RuleDetail): void => {
      const version = next.published?.version ?? 1;
      notify({
        severity: 'Success',
        title: text('publish.done', { version, name: provided.shown(next.name) }),
        action: {
          text: common('action.undo'),
          onSelect: () => void takeBack(before, version).catch((error: unknown) => notifyFailure(error)),
        },
      });
    },
  };
};
