import type { AssessmentName } from '@redoubt/domain';
import { conditionText, useRuleCheck, type Diagnostic, type RuleSource, type SymbolTable } from '@redoubt/fql-editor';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { checkerSymbols } from '../../../shared/authoring/editor/checker-symbols.ts';
import { symbolsQuery } from '../../../shared/rules/rules.queries.ts';

const NOTHING: SymbolTable = { attributes: [], lists: [] };
const CLAUSES = [{ id: 'found', name: 'Found', code: 'RETURN Approve()' }];

const sourceOf = (condition: string): RuleSource => ({ kind: 'decision', condition, clauses: CLAUSES });

/** A problem of the text with so many characters put before it, in the text as it was typed. */
const moved = (diagnostic: Diagnostic, by: number): Diagnostic => {
  const { from, to, line, column, fix } = diagnostic;
  const back = (offset: number): number => Math.max(0, offset - by);
  return {
    ...diagnostic,
    from: back(from),
    to: back(to),
    column: line === 1 ? Math.max(1, column - by) : column,
    ...(fix && {
      fix: { ...fix, edits: fix.edits.map((edit) => ({ ...edit, from: back(edit.from), to: back(edit.to) })) },
    }),
  };
};

/** A condition as it is typed, with what the checker says of it; `symbols` are null where the caller may not read them. */
export const useConditionCheck = (eventType: AssessmentName, condition: string) => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const mayRead = useMay()('decisionRules:read');
  const place = { environmentId, assessment: eventType, family: 'deciding' } as const;
  const { data } = useQuery({ ...symbolsQuery(call, place), enabled: mayRead });
  const symbols = useMemo(() => (data ? checkerSymbols(data) : null), [data]);
  const shown = useMemo(() => sourceOf(condition), [condition]);
  const whole = useMemo(() => conditionText(condition), [condition]);
  const checked = useMemo(() => sourceOf(whole), [whole]);
  const { diagnostics: found, upToDate } = useRuleCheck(checked, symbols ?? NOTHING);
  const diagnostics = useMemo(() => {
    if (symbols === null || /^\s*(?:when)?\s*$/i.test(condition)) return [];
    const own = found.filter(({ part }) => part === 'condition');
    const added = whole.length - condition.length;
    return added === 0 ? own : own.map((each) => moved(each, added));
  }, [symbols, condition, found, whole]);
  return { symbols, source: shown, diagnostics, upToDate };
};
