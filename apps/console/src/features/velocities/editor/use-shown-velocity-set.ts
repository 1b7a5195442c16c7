import type { VelocitySetDetail } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import type { RuleView } from '../../../shared/rules/address.ts';
import { editedVelocitySetOf, type EditedVelocitySet } from '../text/edited-velocity-set.ts';
import { velocitySetVersionQuery } from '../velocities.queries.ts';

/** Which text stands in the editor. */
export type ShownVelocitySet = {
  readonly kind: 'draft' | 'published' | 'version';
  readonly text: EditedVelocitySet;
  /** Number of the older version on screen; null otherwise. */
  readonly version: number | null;
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
  const call = useCall();
  const older = useQuery({
    ...velocitySetVersionQuery(call, set.environmentId, set.id, version ?? 1),
    enabled: version !== null,
  });
  const { published } = set;
  // Kept while it says the same, because checking and evaluation start anew with each new text.
  const publishedText = useMemo(() => (published === null ? null : editedVelocitySetOf(published)), [published]);
  const olderText = useMemo(() => (older.data ? editedVelocitySetOf(older.data) : null), [older.data]);
  if (version !== null && olderText !== null) return { kind: 'version', text: olderText, version };
  const wantsPublished = view === 'published' || (view === undefined && !set.canWrite);
  return publishedText !== null && wantsPublished
    ? { kind: 'published', text: publishedText, version: null }
    : { kind: 'draft', text: draft, version: null };
};
