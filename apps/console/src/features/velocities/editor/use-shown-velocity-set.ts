import type { VelocitySetDetail } from '@redoubt/contracts';
import { useMemo } from 'react';
import type { RuleView } from '../../../shared/rules/address.ts';
import { editedVelocitySetOf, type EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { useVelocitySetVersion } from '../history/use-velocity-set-version.ts';

/** Which text stands in the editor. */
export type ShownVelocitySet = {
  readonly kind: 'draft' | 'published' | 'version';
  readonly text: EditedVelocitySet;
  /** Number of the older version on screen; null otherwise. */
  readonly version: number | null;
  readonly error: unknown;
};

/**
 * The text to show: an older version where one was chosen and has arrived, what is published where that was asked for,
 * else the draft. People who only read see what is published unless there is only a draft.
 */
export const useShownVelocitySet = (
  set: VelocitySetDetail,
  draft: EditedVelocitySet,
  view: RuleView | undefined,
  version: number | null,
): ShownVelocitySet => {
  const { text: olderText, error } = useVelocitySetVersion(set, version);
  const { published } = set;
  // Kept while it says the same, because checking and evaluation start anew with each new text.
  const publishedText = useMemo(() => (published === null ? null : editedVelocitySetOf(published)), [published]);
  if (version !== null && olderText !== null) return { kind: 'version', text: olderText, version, error: null };
  const wantsPublished = view === 'published' || (view === undefined && !set.canWrite);
  return publishedText !== null && wantsPublished
    ? { kind: 'published', text: publishedText, version: null, error }
    : { kind: 'draft', text: draft, version: null, error };
};
