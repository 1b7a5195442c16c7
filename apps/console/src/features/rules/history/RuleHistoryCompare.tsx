import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { ruleVersionQuery } from '../../../shared/rules/rules.queries.ts';
import { textOf } from '../../../shared/authoring/text/rule-text.ts';
import {
  HistoryCompare,
  type ComparedText,
  type HistoryCompareProps,
} from '../../../shared/authoring/history/HistoryCompare.tsx';
import type { Compared } from '../../../shared/authoring/history/history-view.ts';

const useCompared = (rule: RuleDetail, draft: RuleText, compared: Compared): ComparedText => {
  const call = useCall();
  const version = compared === 'draft' ? null : compared;
  const { data, error } = useQuery({
    ...ruleVersionQuery(call, rule, rule.id, version ?? 1),
    enabled: version !== null,
  });
  const stored = useMemo(() => (data ? textOf(data) : null), [data]);
  return version === null ? { text: draft, error: null } : { text: stored, error };
};

export type RuleHistoryCompareProps = Pick<
  HistoryCompareProps,
  'view' | 'onView' | 'canWrite' | 'busy' | 'onRollBack'
> & { readonly rule: RuleDetail; readonly draft: RuleText };

/** Two versions of a rule compared. */
export const RuleHistoryCompare = ({ rule, draft, ...props }: RuleHistoryCompareProps) => {
  const { compared } = props.view;
  return (
    <HistoryCompare
      {...props}
      versions={rule.history.map(({ version }) => version)}
      current={rule.published?.version ?? 0}
      decides
      keepsDraft={rule.draft !== null}
      from={useCompared(rule, draft, compared?.from ?? 'draft')}
      to={useCompared(rule, draft, compared?.to ?? 'draft')}
    />
  );
};
