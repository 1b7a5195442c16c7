import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useState } from 'react';
import { ApiError, isRequested } from '../../../api/api-error.ts';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useGo } from '../../../routes/address.ts';
import { editorHref, isStored, listHref } from '../../../shared/rules/address.ts';
import { useRuleMutations } from '../../../shared/rules/rules.queries.ts';
import { useTakeBack } from '../publish/use-take-back.ts';
import type { RuleDraft } from './use-rule-draft.ts';

export type EditorActions = {
  readonly busy: boolean;
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
  /** An older version decides again, as a new one. */
  readonly rollBack: (to: number, note: string, done: () => void) => Promise<void>;
  /** Publishes what another user requested. */
  readonly approve: (requestId: string) => Promise<void>;
  readonly decline: (requestId: string, reason: string, done: () => void) => Promise<void>;
  readonly withdraw: (requestId: string) => Promise<void>;
  /** The text on screen becomes a rule of its own. */
  readonly keepAsNew: () => Promise<void>;
  /** The text of an older version becomes the draft. */
  readonly reuse: (text: RuleText, version: number) => void;
};

/** Commands of the editor. Each saves the draft first, so that nothing typed is left behind, and says what came of it. */
export const useEditorActions = (
  rule: RuleDetail,
  { store, begin }: Pick<RuleDraft, 'store' | 'begin'>,
): EditorActions => {
  const text = useText('rules');
  const provided = useProvidedNames();
  const mutations = useRuleMutations(rule, () => store.get().saved.id);
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const go = useGo();
  const [busy, setBusy] = useState(false);

  const notifySuccess = (title: string) => notify({ severity: 'Success', title });
  const takeBack = useTakeBack(store, mutations);
  const run = async (command: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await command();
    } catch (error) {
      notifyFailure(error);
      if (error instanceof ApiError && error.code === 'RULE-STALE') store.meet(await mutations.read());
    } finally {
      setBusy(false);
    }
  };
  /** Undefined for what waits for a second person; the frame says so. */
  const asRequest = async (write: () => Promise<RuleDetail>): Promise<RuleDetail | undefined> => {
    try {
      return await write();
    } catch (error) {
      if (!isRequested(error)) throw error;
      return undefined;
    }
  };
  const version = () => store.get().saved.version;
  const leave = (title: string) => {
    store.stop();
    store.forget();
    notifySuccess(title);
    go(listHref(rule.assessment, rule.branch?.apiName));
  };

  return {
    busy,
    store: (done) =>
      run(async () => {
        if (!(await store.flush())) return;
        await begin();
        done();
      }),
    publish: ({ name, active, note }, done) =>
      run(async () => {
        if (!(await store.saveForPublishing())) return;
        const before = store.get().saved;
        const { description } = before;
        const body = { version: version(), name, description, active, note };
        const next = await asRequest(() => mutations.publish.mutateAsync(body));
        store.replace(next ?? (await mutations.read()));
        done();
        if (next) takeBack.offer(before, next);
      }),
    discard: () =>
      run(async () => {
        store.stop();
        if (!isStored(store.get().saved)) return leave(text('publish.discarded'));
        await mutations.discard.mutateAsync();
        if (store.get().saved.published === null) return leave(text('publish.discarded'));
        store.reopen(await mutations.read());
        notifySuccess(text('publish.discarded'));
      }),
    rename: (name, description, done) =>
      run(async () => {
        if (!(await store.flush())) return;
        const isNew = !isStored(store.get().saved);
        await begin(name);
        if (!isNew) store.replace(await mutations.rename.mutateAsync({ version: version(), name, description }));
        done();
      }),
    setActive: (active) =>
      run(async () => {
        if (!(await store.flush())) return;
        const next = await mutations.setActive.mutateAsync({ version: version(), active });
        store.replace(next);
        notifySuccess(text(active ? 'list.activated' : 'list.deactivated', { name: provided.shown(next.name) }));
      }),
    remove: () =>
      run(async () => {
        if (!(await store.flush())) return;
        await mutations.remove.mutateAsync({ version: version() });
        leave(text('list.deleted', { name: provided.shown(rule.name) }));
      }),
    rollBack: (to, note, done) =>
      run(async () => {
        if (!(await store.flush())) return;
        const next = await asRequest(() => mutations.rollBack.mutateAsync({ version: version(), to, note }));
        store.replace(next ?? (await mutations.read()));
        done();
        if (!next) return;
        notifySuccess(text('history.rolledBack', { version: next.published?.version ?? 1, to }));
      }),
    approve: (requestId) =>
      run(async () => {
        if (!(await store.flush())) return;
        const before = store.get().saved;
        const next = await mutations.approve.mutateAsync(requestId);
        store.replace(next);
        takeBack.offer(before, next);
      }),
    decline: (requestId, reason, done) =>
      run(async () => {
        if (!(await store.flush())) return;
        const next = await mutations.decline.mutateAsync({ requestId, reason });
        store.replace(next);
        done();
        notifySuccess(text('request.declinedTitle'));
      }),
    withdraw: (requestId) =>
      run(async () => {
        if (!(await store.flush())) return;
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
    reuse: (old, number) => {
      store.edit(old);
      notifySuccess(text('history.used', { version: number }));
    },
  };
};
