import { getFunction, type FunctionDetail } from '@redoubt/contracts';
import { useEffect } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useAutosavedDraft, type AutosavedDraft } from '../../drafts/use-autosaved-draft.ts';
import { textOf, type FunctionForm } from './function-form.ts';
import type { VersionedKind } from '../../shared/authoring/editing/versioned-kind.ts';
import { publishedOf } from './function-rule-text.ts';
import { useFunctionMutations } from './functions.queries.ts';

export type FunctionDraft = AutosavedDraft<FunctionDetail, FunctionForm>;

/** The draft of one function while its editor is open, saved after each pause in typing as those of rules are. */
export const useFunctionDraft = (
  kind: VersionedKind<FunctionDetail, FunctionForm>,
  detail: FunctionDetail,
  onFailure: (error: unknown) => void,
): FunctionDraft => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { save } = useFunctionMutations();
  const { id } = detail;
  const draft = useAutosavedDraft(detail, {
    texts: kind,
    save: (version, form, mergedWith) => save.mutateAsync({ id, version, text: textOf(form), mergedWith }),
    read: () => call(getFunction, { params: { environmentId, functionId: id } }),
    publishedVersion: (saved) => publishedOf(saved)?.version,
    codes: { stale: 'FUNCTION-STALE', unknown: 'FUNCTION-UNKNOWN' },
    onFailure,
  });
  const { store } = draft;
  // Another command of this page changed it: a new name or description.
  useEffect(() => {
    const { phase, saved } = store.get();
    if (phase === 'clean' && saved.version !== detail.version) store.replace(detail);
  }, [store, detail]);
  return draft;
};
