import type { CaseDecision } from './case-decisions.ts';
import type { ConsequenceStep } from './case-lifecycle.ts';

/** One thing that a decision sends once it can no longer be undone. */
export type Consequence = { readonly step: ConsequenceStep; readonly body: Readonly<Record<string, string>> };

/**
 * Values of the event that get the status Block: names of the lists, an instant or nothing for good, and the agent in whose
 * name it is done, with whether that agent writes lists.
 */
export type BlockConsequence = {
  readonly entities: string;
  readonly until: string;
  readonly agentId: string;
  readonly agent: string;
  readonly writesLists: string;
};

/** What a decision sends, in order: the status, the label, the code of its action, and what is blocked with it. */
export const consequencesOf = (
  { name, caseAction, labelAction, code }: Pick<CaseDecision, 'name' | 'caseAction' | 'labelAction' | 'code'>,
  reason: string,
  block?: BlockConsequence,
): readonly Consequence[] => [
  ...(caseAction === 'None' ? [] : [{ step: 'status', body: { caseAction, reason } } as const]),
  ...(labelAction === 'None' ? [] : [{ step: 'label', body: { labelAction, reason } } as const]),
  ...(code === null ? [] : [{ step: 'action', body: { decision: name, code, reason } } as const]),
  ...(block === undefined ? [] : [{ step: 'block', body: { ...block, reason } } as const]),
];
