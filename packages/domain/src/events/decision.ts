/** What a rule can answer. The wire, the screens and the tables use these words. */
export const DECISIONS = ['Approve', 'Reject', 'Review', 'Challenge'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Reason of a decision whose rule's condition held while none of its clauses decided. */
export const NO_CLAUSE_HIT = 'NO_CLAUSE_HIT';

/** Reason of the approval of a purchase that a rule would have stopped and the control share let pass. */
export const CONTROL_SHARE_REASON = 'CONTROL_SHARE';

/** Name answered as the applied policy when no rule decided. */
export const DEFAULT_POLICY = 'Default';

/** Score on the wire where no model scored the event; scores themselves go from 0 to 999 (ADR 0058). */
export const NO_SCORE = -1;
