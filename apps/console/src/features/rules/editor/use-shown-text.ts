import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import type { RuleView } from '../../../shared/rules/address.ts';
import { ruleVersionQuery } from '../../../shared/rules/rules.queries.ts';
import { textOf } from '../../../shared/authoring/text/rule-text.ts';

/** Which text stands in the editor. */
export type ShownText = {
  readonly kind: 'draft' | 'published' | 'version';
  readonly text: RuleText;
  /** Number of the older version on screen; null otherwise. */
  readonly version: number | null;
  readonly error: unknown;
};

/**
 * The text to show: an older version where one was chosen and has arrived, what is published where that was asked for,
 * else the draft. People who only read see what is published unless there is only a draft.
 */
export const useShownText = (
  rule: RuleDetail,
  draft: RuleText,
  view: RuleView | undefined,
  canWrite: boolean,
  version: number | null,
): ShownText => {
  const call = useCall();
  const older = useQuery({
    ...ruleVersionQuery(call, rule, rule.id, version ?? 1),
    enabled: version !== null,
  });
  const { published } = rule;
  // Kept while it says the same, because checking and evaluation start anew with each new text.
  const publishedText = useMemo(() => (published === null ? null : textOf(published)), [published]);
  const olderText = useMemo(() => (older.data ? textOf(older.data) : null), [older.data]);
  if (version !== null && olderText !== null) return { kind: 'version', text: olderText, version, error: null };
  const error = version === null ? null : older.error;
  const wantsPublished = view === 'published' || (view === undefined && !canWrite);
  return publishedText !== null && wantsPublished
    ? { kind: 'published', text: publishedText, version: null, error }
    : { kind: 'draft', text: draft, version: null, error };
};
