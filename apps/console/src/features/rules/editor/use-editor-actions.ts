import type { RuleDetail } from '@redoubt/contracts';
import { familyOf } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useGo } from '../../../routes/address.ts';
import { useEditingActions, type EditingActions } from '../../../shared/authoring/editing/use-editing-actions.ts';
import { editorHref, isStored, listHref } from '../../../shared/rules/links.ts';
import { placeOf, useRuleMutations } from '../../../shared/rules/rules.queries.ts';
import { RULES } from './rule-kind.ts';
import type { RuleDraft } from './use-rule-draft.ts';

export type EditorActions = Pick<EditingActions<RuleDetail>, 'busy' | 'rollBack'> & {
  readonly publish: (
    choice: { readonly name: string; readonly active: boolean; readonly note: string },
    done: () => void,
  ) => Promise<void>;
  /** Stores a rule that was only begun, then goes on. */
  readonly store: (done: () => void) => Promise<void>;
  readonly discard: () => Promise<void>;
  readonly rename: (name: string, description: string, done: () => void) => Promise<void>;
  readonly setActive: (active: boolean) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** Publishes what another user requested. */
  readonly approve: (requestId: string) => Promise<void>;
  readonly decline: (requestId: string, reason: string, done: () => void) => Promise<void>;
  readonly withdraw: (requestId: string) => Promise<void>;
  /** The text on screen becomes a rule of its own. */
  readonly keepAsNew: () => Promise<void>;
};

/** Commands of the editor of a rule. */
export const useEditorActions = (
  rule: RuleDetail,
  { store, begin }: Pick<RuleDraft, 'store' | 'begin'>,
): EditorActions => {
  const text = useText('rules');
  const provided = useProvidedNames();
  const mutations = useRuleMutations(placeOf(rule), () => store.get().saved.id);
  const notify = useNotify();
  const go = useGo();
  const switchTo = ({ version }: RuleDetail, active: boolean) => mutations.setActive.mutateAsync({ version, active });
  const actions = useEditingActions(RULES, store, {
    read: mutations.read,
    rollBack: ({ version }, to, note) => mutations.rollBack.mutateAsync({ version, to, note }),
    takeOut: (saved) => switchTo(saved, false),
    activation: { isActive, set: switchTo },
    words: {
      rolledBack: (version, to) => text('history.rolledBack', { version, to }),
      takenOut: text('publish.undone'),
      discarded: text('publish.discarded'),
    },
  });
  const { run, runSaved } = actions;
  const notifySuccess = (title: string) => notify({ severity: 'Success', title });
  const published = ({ name }: RuleDetail, version: number): string =>
    text('publish.done', { version, name: provided.shown(name) });
  const toList = () => go(listHref(rule.assessment, rule.branch?.apiName, familyOf(rule.type)));

  return {
    busy: actions.busy,
    rollBack: actions.rollBack,
    store: (done) =>
      runSaved(async () => {
        await begin();
        done();
      }),
    publish: (choice, done) =>
      actions.publish(
        ({ version, description }) => mutations.publish.mutateAsync({ version, description, ...choice }),
        published,
        done,
      ),
    discard: () =>
      actions.discard(async () => (isStored(store.get().saved) ? mutations.discard.mutateAsync() : undefined), toList),
    rename: (name, description, done) =>
      runSaved(async (saved) => {
        await begin(name);
        if (isStored(saved))
          store.replace(await mutations.rename.mutateAsync({ version: saved.version, name, description }));
        done();
      }),
    setActive: (active) =>
      runSaved(async (saved) => {
        const next = await switchTo(saved, active);
        store.replace(next);
        notifySuccess(text(active ? 'list.activated' : 'list.deactivated', { name: provided.shown(next.name) }));
      }),
    remove: () =>
      runSaved(async ({ version }) => {
        await mutations.remove.mutateAsync({ version });
        store.stop();
        store.forget();
        notifySuccess(text('list.deleted', { name: provided.shown(rule.name) }));
        toList();
      }),
    approve: (requestId) =>
      runSaved(async (before) => {
        const next = await mutations.approve.mutateAsync(requestId);
        store.replace(next);
        actions.offerUndo(before, next, published);
      }),
    decline: (requestId, reason, done) =>
      runSaved(async () => {
        store.replace(await mutations.decline.mutateAsync({ requestId, reason }));
        done();
        notifySuccess(text('request.declinedTitle'));
      }),
    withdraw: (requestId) =>
      runSaved(async () => {
        store.replace(await mutations.withdraw.mutateAsync(requestId));
        notifySuccess(text('request.withdrawn'));
      }),
    keepAsNew: () =>
      run(async () => {
        const { saved, text: kept } = store.get();
        const { name, description, type } = saved;
        const branch = saved.branch?.apiName;
        const next = await mutations.create.mutateAsync({ name, description, type, text: kept, branch });
        store.stop();
        store.forget();
        notifySuccess(text('conflict.keptAsNew', { name }));
        go(editorHref(next));
      }),
  };
};

const isActive = ({ status }: RuleDetail): boolean => status.startsWith('Active');
