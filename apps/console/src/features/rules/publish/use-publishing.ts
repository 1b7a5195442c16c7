import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import type { RuleDetail } from '@redoubt/contracts';
import { useState } from 'react';
import type { EditorActions } from '../editor/use-editor-actions.ts';

export type Publishing = {
  readonly note: string;
  readonly setNote: (note: string) => void;
  /** Whether the version to come decides: as the rule does now, until somebody chooses. */
  readonly active: boolean;
  readonly setActive: (active: boolean) => void;
  readonly publish: () => void;
};

/** Note and state of the version to come, and publishing it; where something hinders that, it is said instead. */
export const usePublishing = (
  rule: RuleDetail,
  actions: EditorActions,
  hindrance: string | undefined,
  onPublished: () => void,
): Publishing => {
  const notify = useNotify();
  const [note, setNote] = useState('');
  const [chosen, setActive] = useState<boolean | null>(null);
  const active = chosen ?? !rule.status.startsWith('Inactive');
  const publish = () => {
    if (hindrance !== undefined) {
      notify({ severity: 'Warning', title: hindrance });
      return;
    }
    void actions.publish({ active, note: note.trim() }, () => {
      setNote('');
      setActive(null);
      onPublished();
    });
  };
  return { note, setNote, active, setActive, publish };
};
