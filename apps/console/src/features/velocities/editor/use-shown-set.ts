import type { VelocitySetDetail } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import type { RuleView } from '../../rules/address.ts';
import { setTextOf, type SetText } from '../text/set-text.ts';
import { setVersionQuery } from '../velocities.queries.ts';

/** Which text stands in the editor. */
export type ShownSet = {
  readonly kind: 'draft' | 'published' | 'version';
  readonly text: SetText;
  /** Number of the older version on screen; null otherwise. */
  readonly version: number | null;
};

/**
 * The text to show: an older version where one was chosen and has arrived, what is published where that was asked for,
 * else the draft. People who only read see what is published unless there is only a draft.
 */
export const useShownSet = (
  set: VelocitySetDetail,
  draft: SetText,
  view: RuleView | undefined,
  version: number | null,
): ShownSet => {
  const call = useCall();
  const older = useQuery({
    ...setVersionQuery(call, set.environmentId, set.id, version ?? 1),
    enabled: version !== null,
  });
  const { published } = set;
  // Kept while it says the same, because checking and evaluation start anew with each new text.
  const publishedText = useMemo(() => (published === null ? null : setTextOf(published)), [published]);
  const olderText = useMemo(() => (older.data ? setTextOf(older.data) : null), [older.data]);
  if (version !== null && olderText !== null) return { kind: 'version', text: olderText, version };
  const wantsPublished = view === 'published' || (view === undefined && !set.canWrite);
  return publishedText !== null && wantsPublished
    ? { kind: 'published', text: publishedText, version: null }
    : { kind: 'draft', text: draft, version: null };
};
