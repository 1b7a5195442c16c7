import type { RuleText } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ownKey } from '../../../api/read.ts';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import type { DraftState } from '../../../drafts/draft-state.ts';
import type { DraftStore } from '../../../drafts/draft-store.ts';
import type { AutosavedDraft } from '../../../drafts/use-autosaved-draft.ts';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import type { RuleView } from '../../rules/address.ts';
import { askingRollBack, NO_HISTORY, type Compared, type HistoryView } from '../history/history-view.ts';
import { conflictIn, type Conflict } from '../merge/conflict.ts';
import { conflictTexts, type ReadText, type VersionedKind } from './versioned-kind.ts';

type Identified = { readonly id: string };

/** Which text stands in the editor. */
export type ShownText<T> = {
  readonly kind: 'draft' | 'published' | 'version';
  readonly text: T;
  /** Number of the older version on screen; null otherwise. */
  readonly version: number | null;
  readonly error: unknown;
};

/** Something that is published in versions while its editor is open. */
export type Editing<D, T> = {
  readonly kind: VersionedKind<D, T>;
  readonly state: DraftState<D, T>;
  readonly store: DraftStore<D, T>;
  readonly versions: ReturnType<VersionedKind<D, T>['versionsOf']>;
  readonly canWrite: boolean;
  readonly shown: ShownText<T>;
  /** Whether what is on screen cannot be typed into. */
  readonly readOnly: boolean;
  readonly view: HistoryView;
  readonly setView: (view: HistoryView) => void;
  /** Draft or published text; without a choice what `view` of the options says. */
  readonly showText: (view: RuleView | undefined) => void;
  readonly toggleHistory: () => void;
  readonly closeVersion: () => void;
  readonly compareShown: () => void;
  readonly askRollBack: () => void;
  /** The text of the older version on screen becomes the draft. */
  readonly reuse: () => void;
  readonly conflict: Conflict | null;
  /** The text both sides of the conflict were made from. */
  readonly base: ReadText<RuleText>;
  /** Goes on with a text that brings both sides of the conflict together. */
  readonly settle: (merged: RuleText) => void;
  readonly takeTheirs: () => void;
};

export type EditingOptions = {
  readonly canWrite: boolean;
  /** The text asked for: without one, people who only read see what is published unless there is only a draft. */
  readonly view: RuleView | undefined;
  /** The older version on screen at first, with the list of them. */
  readonly version?: number | undefined;
  readonly onView?: (view: RuleView | undefined) => void;
};

/** The text of a published version, which never changes; without a number none is asked for. */
const useVersion = <D extends Identified, T>(
  kind: VersionedKind<D, T>,
  saved: D,
  version: number | null,
): ReadText<T> => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { data = null, error } = useQuery({
    queryKey: ownKey('version', environmentId, saved.id, version),
    queryFn: ({ signal }) => kind.readVersion(call, saved, version ?? 1, signal),
    staleTime: Infinity,
    enabled: version !== null,
  });
  return { text: data, error };
};

/** The text to show: an older version that was chosen and has arrived, what is published where asked for, else the draft. */
const useShown = <D extends Identified, T>(
  kind: VersionedKind<D, T>,
  { saved, text }: DraftState<D, T>,
  { canWrite, view }: EditingOptions,
  version: number | null,
): ShownText<T> => {
  const older = useVersion(kind, saved, version);
  // Kept while it says the same, because checking and evaluation start anew with each new text.
  const published = useMemo(() => kind.publishedText(saved), [kind, saved]);
  if (version !== null && older.text !== null) return { kind: 'version', text: older.text, version, error: null };
  const wantsPublished = view === 'published' || (view === undefined && !canWrite);
  return published !== null && wantsPublished
    ? { kind: 'published', text: published, version: null, error: older.error }
    : { kind: 'draft', text, version: null, error: older.error };
};

/** One of two compared texts as a rule text. */
export const useComparedText = <D extends Identified, T>(
  { kind, state }: Pick<Editing<D, T>, 'kind' | 'state'>,
  compared: Compared,
): ReadText<RuleText> => {
  const { text: read, error } = useVersion(kind, state.saved, compared === 'draft' ? null : compared);
  const own = compared === 'draft' ? state.text : read;
  return { text: useMemo(() => (own === null ? null : kind.toRuleText(own)), [kind, own]), error };
};

/** Draft, versions, roll-back and merging of one thing: what every editor of versioned texts does alike. */
export const useEditing = <D extends Identified, T>(
  kind: VersionedKind<D, T>,
  { state, store, settle: settleText }: AutosavedDraft<D, T>,
  options: EditingOptions,
): Editing<D, T> => {
  const text = useText('rules');
  const notify = useNotify();
  const { canWrite, onView } = options;
  const [view, setView] = useState<HistoryView>({
    ...NO_HISTORY,
    open: options.version !== undefined,
    version: options.version ?? null,
  });
  const { phase, saved, theirs } = state;
  const versions = useMemo(() => kind.versionsOf(saved), [kind, saved]);
  const shown = useShown(kind, state, options, view.version);
  const current = versions.published?.version ?? 0;
  const version = shown.version ?? 0;
  const conflict = useMemo(
    () => (canWrite ? conflictIn(conflictTexts(kind), { phase, saved, theirs }) : null),
    [kind, canWrite, phase, saved, theirs],
  );
  const base = conflict === null || conflict.kind === 'gone' ? null : conflict.base;
  const baseVersion = useComparedText({ kind, state }, typeof base === 'number' ? base : 'draft');
  const showText = (next: RuleView | undefined): void => {
    setView(NO_HISTORY);
    onView?.(next);
  };
  return {
    kind,
    state,
    store,
    versions,
    canWrite,
    shown,
    readOnly: !canWrite || shown.kind !== 'draft',
    view,
    setView,
    showText,
    toggleHistory: () => setView({ ...NO_HISTORY, open: !view.open }),
    closeVersion: () => setView({ ...NO_HISTORY, open: view.open }),
    compareShown: () => setView({ ...view, compared: { from: version, to: current } }),
    askRollBack: () => setView(askingRollBack(view, current, version)),
    reuse: () => {
      store.edit(shown.text);
      showText(undefined);
      notify({ severity: 'Success', title: text('history.used', { version }) });
    },
    conflict,
    base: typeof base === 'number' ? baseVersion : { text: base, error: null },
    settle: (merged) => settleText(kind.fromRuleText(merged, state.text, kind.startingText(theirs ?? saved))),
    takeTheirs: () => {
      const mine = state.text;
      if (conflict === null || conflict.kind === 'gone') return;
      const published = kind.publishedText(theirs ?? saved);
      if (conflict.kind === 'behind' && published !== null) settleText(published);
      else store.takeTheirs();
      notify({
        severity: 'Information',
        title: text('conflict.tookTheirs'),
        action: { text: text('conflict.bringBack'), onSelect: () => store.edit(mine) },
      });
    },
  };
};
