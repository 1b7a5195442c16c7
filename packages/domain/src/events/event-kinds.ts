/**
 * Kinds of events the public API takes. `assessment` kinds are decided and write-once; `observation` and `label` kinds
 * are upserted by their id and joined to what they are about, whichever comes first (`api.md` §2, §3). Paths are those of
 * shaped bodies; what a label is about its object type says.
 */
export const EVENT_KINDS = {
  purchase: { role: 'assessment', id: 'purchaseId', generation: 'purchase' },
  purchaseStatus: { role: 'observation', id: 'purchaseId', generation: 'purchase', about: 'purchase' },
  bankEvent: { role: 'observation', id: 'bankEventId', generation: 'purchase', about: 'purchase' },
  chargeback: { role: 'observation', id: 'chargebackId', generation: 'purchase', about: 'purchase' },
  refund: { role: 'observation', id: 'refundId', generation: 'purchase', about: 'purchase' },
  updateAccount: { role: 'observation', id: 'userId', generation: 'purchase', about: 'account' },
  label: { role: 'label', id: 'labelObjectId', generation: 'purchase' },
  signUp: { role: 'assessment', id: 'signUpId', generation: 'purchase' },
  signUpStatus: { role: 'observation', id: 'signUpId', generation: 'purchase', about: 'signUp' },
  accountCreation: { role: 'assessment', id: 'metadata.signUpId', generation: 'account' },
  accountCreationStatus: {
    role: 'observation',
    id: 'metadata.signUpId',
    generation: 'account',
    about: 'accountCreation',
  },
  accountLogin: { role: 'assessment', id: 'metadata.loginId', generation: 'account' },
  accountLoginStatus: { role: 'observation', id: 'metadata.loginId', generation: 'account', about: 'accountLogin' },
  accountUpdate: { role: 'observation', id: 'user.userId', generation: 'account', about: 'account' },
  accountLabel: { role: 'label', id: 'label.labelObjectId', generation: 'account' },
} as const;

export type EventKind = keyof typeof EVENT_KINDS;
type KindOfRole<Role> = { [K in EventKind]: (typeof EVENT_KINDS)[K]['role'] extends Role ? K : never }[EventKind];
export type AssessmentKind = KindOfRole<'assessment'>;
export type RelatedKind = Exclude<EventKind, AssessmentKind>;

/** Every kind that is decided, in the order of their numbers. */
export const ASSESSMENT_KINDS: readonly AssessmentKind[] = ['purchase', 'signUp', 'accountCreation', 'accountLogin'];

export const isAssessmentKind = (kind: EventKind): kind is AssessmentKind => EVENT_KINDS[kind].role === 'assessment';

/** What later events can be about besides an assessment: who or what took part in several. */
export const ENTITY_KINDS = ['account', 'paymentInstrument', 'email'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** What a status, an update, a chargeback or a label is about. */
export type SubjectKind = AssessmentKind | EntityKind;
export type Subject = { readonly kind: SubjectKind; readonly id: string };

/** Assessments whose rules can be written, as they are named in addresses. A sign-up is scored and has no rules. */
export const ASSESSMENTS = ['purchase', 'accountCreation', 'accountLogin'] as const;
export type AssessmentName = (typeof ASSESSMENTS)[number];
