import {
  definedPartsOf,
  type DefinedAssessmentKind,
  type DefinedKind,
  type DefinedRelatedKind,
} from './defined-kinds.ts';

/**
 * Kinds of events the public API takes. `assessment` kinds are decided and write-once; `observation` and `label` kinds
 * are upserted by their id and joined to what they are about, whichever comes first
 * (`docs/reference/wire.md#reading-bodies` and `docs/reference/wire.md#addresses`). Paths are those of shaped bodies;
 * what a label is about its object type says.
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

/** Kinds that came with the product; each has a schema, an address and examples of its own. */
export type EventKind = keyof typeof EVENT_KINDS;
type KindOfRole<Role> = { [K in EventKind]: (typeof EVENT_KINDS)[K]['role'] extends Role ? K : never }[EventKind];
export type AssessmentKind = KindOfRole<'assessment'>;
export type RelatedKind = Exclude<EventKind, AssessmentKind>;

/** Every kind the log holds: built in, or of an assessment that a customer defined. */
export type LoggedKind = EventKind | DefinedKind;
export type LoggedAssessmentKind = AssessmentKind | DefinedAssessmentKind;
export type LoggedRelatedKind = RelatedKind | DefinedRelatedKind;

/** Every built-in kind that is decided, in the order of their numbers. */
export const ASSESSMENT_KINDS: readonly AssessmentKind[] = ['purchase', 'signUp', 'accountCreation', 'accountLogin'];

/** What later events can be about besides an assessment: who or what took part in several. */
export const ENTITY_KINDS = ['account', 'paymentInstrument', 'email'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** What a status, an update, a chargeback or a label is about. */
export type SubjectKind = LoggedAssessmentKind | EntityKind;
export type Subject = { readonly kind: SubjectKind; readonly id: string };

export type KindFacts = {
  readonly role: 'assessment' | 'observation' | 'label';
  /** Where a shaped body carries the event's id; empty where it carries none. */
  readonly id: string;
  readonly generation: 'purchase' | 'account' | 'wizard';
  readonly about?: SubjectKind;
};

export const isBuiltInKind = (kind: string): kind is EventKind => Object.hasOwn(EVENT_KINDS, kind);

const factsOfDefined = (kind: DefinedKind): KindFacts => {
  const { number, part } = definedPartsOf(kind);
  if (part === 'legacy') return { role: 'assessment', id: '', generation: 'account' };
  if (part === 'assessment') return { role: 'assessment', id: 'metadata.eventId', generation: 'wizard' };
  const about: DefinedAssessmentKind = `assessment-${number}`;
  return part === 'label'
    ? { role: 'label', id: 'metadata.eventId', generation: 'wizard', about }
    : { role: 'observation', id: 'metadata.observationId', generation: 'wizard', about };
};

/** What a kind is, built in or defined. */
export const kindFacts = (kind: LoggedKind): KindFacts =>
  isBuiltInKind(kind) ? EVENT_KINDS[kind] : factsOfDefined(kind);

export const isAssessmentKind = <Kind extends LoggedKind>(kind: Kind): kind is Extract<Kind, LoggedAssessmentKind> =>
  kindFacts(kind).role === 'assessment';

/** Whether a later event is about an assessment, not about who or what took part in several. */
export const isAssessmentSubject = (kind: SubjectKind): kind is LoggedAssessmentKind =>
  !(ENTITY_KINDS as readonly string[]).includes(kind);

/**
 * Built-in assessments whose rules can be written, as they are named in addresses. A sign-up is scored and has no
 * rules.
 */
export const ASSESSMENTS = ['purchase', 'accountCreation', 'accountLogin'] as const;
export type BuiltInAssessment = (typeof ASSESSMENTS)[number];
/** Every assessment whose rules can be written. */
export type AssessmentName = BuiltInAssessment | DefinedAssessmentKind;

export const isBuiltInAssessment = (kind: string): kind is BuiltInAssessment =>
  (ASSESSMENTS as readonly string[]).includes(kind);
