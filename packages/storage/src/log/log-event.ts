import {
  definedKindCode,
  definedKindOfCode,
  isBuiltInKind,
  kindFacts,
  type Decision,
  type DegradedReason,
  type EventKind,
  type LoggedAssessmentKind,
  type LoggedKind,
  type LoggedRelatedKind,
  type OwnValues,
  type ReportFieldValues,
  type Subject,
} from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';

/** Set where a person was erased from the event: nothing but decision, sums and contributions is left of it. */
type Erasable = { readonly erased?: true };

/** The case that a review becomes, as it was settled when the event was decided. */
export type ReviewFacts = {
  readonly queueId: Id;
  /** The routing rule and clause that chose the queue; null where none did. */
  readonly rule: string | null;
  readonly clause: string | null;
  /** How long the case settles, and the time-out of its queue from then on. */
  readonly holdMs: number;
  readonly timeoutMs: number;
  /** The attribute that the queue is ordered by; absent where it is ordered by what every case has. */
  readonly orderPath?: string;
  /** Its value; absent where the event has none. */
  readonly order?: string | number;
};

/** Where an erased event stands in the sums of reports: what it no longer says itself, and what was said about it. */
export type ReportFacts = {
  readonly country: string;
  readonly status: string;
  readonly label: number;
  readonly bank: number;
  readonly chargeback: boolean;
  readonly refunded: boolean;
  readonly labelAfter: number | null;
  readonly chargebackAfter: number | null;
  /** As sums have them; absent where there are none. */
  readonly fields?: ReportFieldValues;
};

/** Where an erased observation stands in the sums of reports, of events with one id the last. */
export type ObservationFacts = {
  /** The assessment it is about; its decision is null where none was known. */
  readonly about: LoggedAssessmentKind;
  readonly decision: Decision | null;
  /** Day of arrival. */
  readonly dayMs: number;
  readonly score: number;
  readonly delay: number;
  readonly currency: string;
  readonly amountUnits: number;
  readonly fields?: ReportFieldValues;
};

/** A clause that fired. */
export type ClauseHit = {
  readonly ruleId: Id;
  readonly clause: string;
  /** Null where it did not decide. */
  readonly decision: Decision | null;
  /** Set where it is one of a post-decision action, which decides nothing; absent in events of before this was kept. */
  readonly action?: true;
};

/** A stopped purchase that could pass by the control share. */
export type ControlFacts = {
  /** Above 0 and up to 1. */
  readonly probability: number;
  /** What rules decided of one that passed; null where it was stopped, as the facts beside this say. */
  readonly stopped: {
    readonly decision: Decision;
    readonly ruleId: Id;
    readonly rule: string;
    readonly clause: string | null;
  } | null;
};

/** What monitors count of the session of a device. */
export type SessionFacts = {
  /** Country of its address, two capital letters; absent where it is not known. */
  readonly country?: string;
  /** 0 to 999, higher is more like a bot; absent where it has none. */
  readonly botScore?: number;
};

/** Values as they were sent; addresses in one line. */
export type SharedFacts = {
  readonly phones?: readonly string[];
  readonly addresses?: readonly string[];
  readonly products?: readonly string[];
};

/** What search, links and roll-ups know of an assessment; worked out once, before the commit, and stored with it. */
export type PurchaseFacts = Erasable & {
  readonly decision: Decision;
  readonly reason: string | null;
  /** The rule that decided: id, name and clause; all null where none did. */
  readonly ruleId: Id | null;
  readonly rule: string | null;
  readonly clause: string | null;
  /** Clauses that fired, deciding or not, for the hit counts of rules. */
  readonly hits: readonly ClauseHit[];
  /** As sent, in whole currency units; kept to the fourth decimal. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly email: string | null;
  readonly ipAddress: string | null;
  readonly country: string | null;
  readonly deviceId: string | null;
  readonly paymentInstrumentIds: readonly string[];
  /** First six to eight digits of cards; absent where none are known, and in events of before they were kept. */
  readonly cardNumberStarts?: readonly string[];
  /** What the graph links events by beside the facts above; absent where there is none, and in events of before it was kept. */
  readonly shared?: SharedFacts;
  readonly riskScore: number | null;
  /** What the device session said; absent where the event names none that is known, and in events of before this was kept. */
  readonly session?: SessionFacts;
  /** What its rules asked for and did not get; absent where nothing is missing, and in events of before this was kept. */
  readonly degraded?: readonly DegradedReason[];
  /** What search keeps of the fields that a customer defined; absent where there are none. */
  readonly own?: OwnValues;
  /**
   * Of those, the ones that were linkable when the event came, as `attributeName` writes them; absent where there are none, and in
   * events of before it was kept.
   */
  readonly linkable?: readonly string[];
  /** What reports tell events apart by, none of it of a person; absent where there is none, and in events of before it was kept. */
  readonly reportFields?: ReportFieldValues;
  /** What the control share said of a purchase that a rule stops; absent where it could not pass. */
  readonly control?: ControlFacts;
  /** The case that it becomes; absent where it becomes none, and in events of before there were cases. */
  readonly review?: ReviewFacts;
  /**
   * Of an erased event alone; absent in ones that were erased before there were reports. `takenBack` where the upload that it
   * came with was undone: reports do not count it.
   */
  readonly report?: ReportFacts | 'takenBack';
  /** Time the rules took to decide; what the caller waits for besides is the commit. */
  readonly latencyUs: number | null;
};

/** A status, update, chargeback or label: what it says, about what, and which of two contradicting ones stays. */
export type RelatedFacts = Erasable & {
  /** The assessment, account, instrument or address it is about; null for a label of something unknown here. */
  readonly subject: Subject | null;
  /** `merchantTimeStamp` of its metadata as sent, ISO 8601 with up to seven fractional digits. */
  readonly merchantTimeStamp: string | null;
  /** `trackingId` of its metadata. */
  readonly trackingId: string | null;
  /** The body under its canonical property names, without metadata and envelope; absent and null mean the same. */
  readonly body: JsonObject;
  /** Own fields that reports tell values of, when it came; absent where there are none, and in events of before this was kept. */
  readonly ownFields?: readonly string[];
  /** Of an erased event alone, where it stands in reports; absent where it stands in none. */
  readonly observation?: ObservationFacts;
};

type EventHeadBase = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  /**
   * Id of the event within its kind and environment: `purchaseId`, `chargebackId`, `metadata.loginId`, for a label its
   * object type and id joined by `:`.
   */
  readonly eventId: string;
  readonly receivedAtMs: number;
  readonly eventTimeMs: number;
  readonly historical: boolean;
  readonly correlationId: string;
  /**
   * What the event adds to velocities, worked out before it is stored: `CONTRIBUTION_NUMBERS` numbers each. Absent where
   * it adds nothing.
   */
  readonly contributions?: readonly number[];
};

/** Numbers of one contribution: code of the aggregate, the two halves of the key's hash, value. */
export const CONTRIBUTION_NUMBERS = 4;

/** What is needed to understand one event rather than to count it; JSON texts, parsed only by those who need them. */
type EventTexts = {
  /** The request as it came, card data masked. */
  readonly requestText: string;
  /** What the decision depended on besides the request: port values, seed, now, plan id, language version, read position. */
  readonly inputsText: string;
  /** What came out: the engine's result with its trace, and the body that was answered. */
  readonly resultText: string;
};

type OneOf<Kinds extends LoggedKind, Facts> = {
  [Kind in Kinds]: { readonly kind: Kind; readonly facts: Facts };
}[Kinds];
type KindWithFacts = OneOf<LoggedAssessmentKind, PurchaseFacts> | OneOf<LoggedRelatedKind, RelatedFacts>;

/** One event as it is handed to the log. */
export type LogEvent = EventHeadBase &
  EventTexts &
  KindWithFacts & {
    /**
     * Of an event that may repeat its id: under this name it is stored once in its environment and kind, however often and by
     * whichever node it is appended. Kept as an identity, not with the event.
     */
    readonly onceKey?: string;
  };

/** Of a stored event what projectors work from. */
export type StoredHead = EventHeadBase &
  KindWithFacts & {
    /** Place in the order of everything that happened; dense from 1 over all tenants. */
    readonly position: number;
  };

/** One event as it is read back. */
export type StoredEvent = StoredHead & EventTexts;

/** Number of a built-in kind in tables and segments; numbers are never used again for another kind. */
export const KIND_CODES: Readonly<Record<EventKind, number>> = {
  purchase: 1,
  purchaseStatus: 2,
  chargeback: 3,
  label: 4,
  bankEvent: 5,
  refund: 6,
  updateAccount: 7,
  signUp: 8,
  signUpStatus: 9,
  accountCreation: 10,
  accountCreationStatus: 11,
  accountLogin: 12,
  accountLoginStatus: 13,
  accountUpdate: 14,
  accountLabel: 15,
};

const KINDS = new Map(Object.entries(KIND_CODES).map(([kind, code]) => [code, kind as EventKind]));

/** The same for every kind. */
export const kindCodeOf = (kind: LoggedKind): number =>
  isBuiltInKind(kind) ? KIND_CODES[kind] : definedKindCode(kind);

export const kindOfCode = (code: number): LoggedKind => {
  const kind = KINDS.get(code) ?? definedKindOfCode(code);
  if (kind === null) throw new Error(`Unknown event kind code ${code}`);
  return kind;
};

/** Whether a stored event was decided: the others are about one that was, or about an account. */
export const isAssessment = (event: StoredHead): event is StoredAssessment =>
  kindFacts(event.kind).role === 'assessment';

/** Whether a person was erased from a stored event: only its decision and what it adds to sums are left. */
export const isErased = (event: Pick<StoredHead, 'facts'>): boolean => event.facts.erased === true;

export type StoredAssessment = Extract<StoredHead, { kind: LoggedAssessmentKind }>;
export type StoredRelated = Extract<StoredHead, { kind: LoggedRelatedKind }>;
