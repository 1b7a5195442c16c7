/**
 * Kinds of events the public API takes today. `assessment` kinds are decided and write-once; `observation` and `label`
 * kinds are upserted and joined to the assessment event they name (`api.md` §2, §3).
 */
export const EVENT_KINDS = {
  purchase: { role: 'assessment', idField: 'purchaseId' },
  purchaseStatus: { role: 'observation', idField: 'purchaseId' },
  chargeback: { role: 'observation', idField: 'chargebackId' },
  label: { role: 'label', idField: 'labelObjectId' },
} as const;

export type EventKind = keyof typeof EVENT_KINDS;
export type AssessmentKind = 'purchase';
export type RelatedKind = Exclude<EventKind, AssessmentKind>;

/** Assessments whose rules can be written today, as they are named in addresses. */
export const ASSESSMENTS = ['purchase'] as const;
export type AssessmentName = (typeof ASSESSMENTS)[number];
