import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { isDefaultName } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { useState } from 'react';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import type { EditorActions } from '../editor/use-editor-actions.ts';
import { unnamedClauses } from './names-to-give.ts';

export type Publishing = {
  readonly note: string;
  readonly setNote: (note: string) => void;
  /** Whether the version to come decides: as the rule does now, until a person chooses. */
  readonly active: boolean;
  readonly setActive: (active: boolean) => void;
  /** Whether the rule still needs a name, and the one given so far. */
  readonly asksName: boolean;
  readonly name: string | null;
  readonly setName: (name: string) => void;
  /** What the version changes is on screen: publishing is one step away. */
  readonly reviewing: boolean;
  readonly setReviewing: (reviewing: boolean) => void;
  /** Why it cannot be published now, in words; undefined where it can. */
  readonly disabledReason: string | undefined;
  /** Shows what the version changes; published is with the second press. */
  readonly publish: () => void;
};

/** Name, note and state of the version to come, what it changes, and publishing it; what hinders that is said instead. */
export const usePublishing = (
  rule: RuleDetail,
  shown: RuleText,
  actions: EditorActions,
  begin: () => Promise<void>,
  problem: string | undefined,
): Publishing => {
  const text = useText('rules');
  const formats = useFormats();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const [note, setNote] = useState('');
  const [chosen, setActive] = useState<boolean | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const active = chosen ?? !rule.status.startsWith('Inactive');
  const asksName = isDefaultName('rule', rule.name);
  const given = asksName ? (name ?? '').trim() : rule.name;
  const lacking = (): string | undefined => {
    const nameless = given === '' || isDefaultName('rule', given) ? [rule.name] : [];
    const names = [...nameless, ...unnamedClauses(shown).map((clause) => clause.name)];
    return names.length === 0 ? undefined : text('publish.nameNeeded', { names: formats.list(names) });
  };
  const disabledReason = problem ?? (reviewing ? lacking() : undefined);
  const publish = () => {
    if (disabledReason !== undefined) {
      notify({ severity: 'Warning', title: disabledReason });
      return;
    }
    if (!reviewing) {
      void begin().then(
        () => setReviewing(true),
        (error: unknown) => notifyFailure(error),
      );
      return;
    }
    void actions.publish({ name: given, active, note: note.trim() }, () => {
      setNote('');
      setActive(null);
      setName(null);
      setReviewing(false);
    });
  };
  return {
    note,
    setNote,
    active,
    setActive,
    asksName,
    name,
    setName,
    reviewing,
    setReviewing,
    disabledReason,
    publish,
  };
};
