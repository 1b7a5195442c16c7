import type { CaseDecision } from './case-decisions.ts';
import type { ConsequenceStep } from './case-lifecycle.ts';

/** One thing that a decision sends once it can no longer be undone. */
export type Consequence = { readonly step: ConsequenceStep; readonly body: Readonly<Record<string, string>> };

/** What a decision sends, in order: the status, the label, and the code of its action. */
export const consequencesOf = (
  { name, caseAction, labelAction, code }: Pick<CaseDecision, 'name' | 'caseAction' | 'labelAction' | 'code'>,
  reason: string,
): readonly Consequence[] => [
  ...(caseAction === 'None' ? [] : [{ step: 'status', body: { caseAction, reason } } as const]),
  ...(labelAction === 'None' ? [] : [{ step: 'label', body: { labelAction, reason } } as const]),
  ...(code === null ? [] : [{ step: 'action', body: { decision: name, code, reason } } as const]),
];
