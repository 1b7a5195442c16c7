import type { RuleDetail } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import type { ComparedText } from '../../../shared/authoring/history/HistoryCompare.tsx';
import { ruleVersionQuery } from '../../../shared/rules/rules.queries.ts';
import { textOf } from '../../../shared/authoring/text/rule-text.ts';
import type { Conflict } from '../../../shared/authoring/merge/conflict.ts';

/** The text both sides of a conflict were made from, read where it is an older version. */
export const useBase = (rule: RuleDetail, conflict: Conflict | null): ComparedText => {
  const call = useCall();
  const base = conflict === null || conflict.kind === 'gone' ? null : conflict.base;
  const version = typeof base === 'number' ? base : null;
  const older = useQuery({
    ...ruleVersionQuery(call, rule, rule.id, version ?? 1),
    enabled: version !== null,
  });
  const text = useMemo(() => {
    if (typeof base !== 'number') return base;
    return older.data ? textOf(older.data) : null;
  }, [base, older.data]);
  return { text, error: version === null ? null : older.error };
};
