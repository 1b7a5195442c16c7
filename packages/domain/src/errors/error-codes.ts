import { AppError, type ErrorParams } from '@redoubt/kernel';

/** How a failure is answered and whether an operator must act on it. */
export type ErrorFacts = {
  /** HTTP status of the answer. */
  readonly status: number;
  /** True where the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** `expected` is part of normal life and only counted; `operator` is logged at error: someone must act on it. */
  readonly severity: 'expected' | 'operator';
};

const expected = (status: number, retryable = false): ErrorFacts => ({ status, retryable, severity: 'expected' });
const operator = (status: number, retryable: boolean): ErrorFacts => ({ status, retryable, severity: 'operator' });

/**
 * Every failure the product answers with, by code. The prefix names the feature; the console translates
 * `errors.<code>` with the parameters of the `AppError`.
 */
export const ERRORS = {
  // requests in general
  'REQ-INVALID': expected(400),
  'REQ-BODY-NOT-JSON': expected(400),
  'REQ-BODY-TOO-LARGE': expected(413),
  'REQ-NOT-JSON-TYPE': expected(415),
  'REQ-NOT-FOUND': expected(404),
  'REQ-RATE-LIMITED': expected(429, true),
  'REQ-OVERLOADED': expected(429, true),
  // sign-in and access
  'AUTH-TOKEN-MISSING': expected(401),
  'AUTH-TOKEN-INVALID': expected(401),
  'AUTH-TOKEN-EXPIRED': expected(401),
  'AUTH-CREDENTIAL-REFUSED': expected(401),
  'AUTH-WRONG-TENANT': expected(403),
  'AUTH-NO-ROLE': expected(403),
  'AUTH-FORBIDDEN': expected(403),
  'AUTH-APPLICATION-NOT-ALLOWED': expected(403),
  'AUTH-PROVIDER-UNAVAILABLE': operator(503, true),
  // set-up of a tenant, and what administrators accept
  'TENANT-NOT-SET-UP': expected(403),
  'TENANT-ALREADY-SET-UP': expected(409),
  'TENANT-SET-UP-REFUSED': expected(403),
  'TENANT-GEOGRAPHY-UNKNOWN': expected(400),
  'ATTESTATION-TEXT-CHANGED': expected(409),
  'ATTESTATION-NOT-ASKED': expected(409),
  'NOTICE-UNKNOWN': expected(404),
  // environments
  'ENV-UNKNOWN': expected(404),
  'ENV-NOT-ACTIVE': expected(403),
  'ENV-NAME-INVALID': expected(400),
  'ENV-NAME-TAKEN': expected(409),
  'ENV-API-ID-TAKEN': expected(409),
  'ENV-STALE': expected(409),
  'ENV-TRANSITION-REFUSED': expected(409),
  // applications
  'APP-UNKNOWN': expected(404),
  'APP-STALE': expected(409),
  'APP-REVOKED': expected(409),
  'APP-ID-TAKEN': expected(409),
  'APP-DIRECTORY-ROLE-MISSING': expected(403),
  'APP-ENVIRONMENT-REFUSED': expected(403),
  'APP-CREDENTIAL-UNKNOWN': expected(404),
  'APP-CREDENTIALS-FULL': expected(409),
  'APP-CERTIFICATE-UNREADABLE': expected(422),
  'APP-CERTIFICATE-WITH-KEY': expected(422),
  'APP-CERTIFICATE-EXPIRED': expected(422),
  'APP-CERTIFICATE-WEAK': expected(422),
  // trying the public API
  'TRY-PRODUCTION': expected(409),
  'TRY-ELSEWHERE': expected(503),
  // rules
  'BACKTEST-UNKNOWN': expected(404),
  'BACKTEST-TOO-LARGE': expected(422),
  'JOB-INTERRUPTED': operator(500, true),
  'RULE-UNKNOWN': expected(404),
  'RULE-NAME-INVALID': expected(400),
  'RULE-NAME-TAKEN': expected(409),
  'RULE-STALE': expected(409),
  'RULE-NOT-PUBLISHABLE': expected(422),
  'RULE-NOT-PUBLISHED': expected(409),
  'RULE-ACTION-NOT-HERE': expected(409),
  'ROUTING-NO-CASES': expected(409),
  'RULE-NO-DRAFT': expected(409),
  'RULE-VERSION-CURRENT': expected(409),
  'RULE-ORDER-STALE': expected(409),
  'RULE-EVALUATION-TIMEOUT': expected(422),
  'BRANCH-UNKNOWN': expected(404),
  'BRANCH-NAME-INVALID': expected(400),
  'BRANCH-NAME-TAKEN': expected(409),
  'BRANCH-STALE': expected(409),
  'BRANCH-LIMIT': expected(409),
  'BRANCH-EXPERIMENT-RUNNING': expected(409),
  'BRANCH-CLONE-REFUSED': expected(409),
  'EXPERIMENT-UNKNOWN': expected(404),
  'EXPERIMENT-ENDED': expected(409),
  'EXPERIMENT-LIMIT': expected(409),
  'EXPERIMENT-PERIOD-INVALID': expected(400),
  'TEMPLATE-UNKNOWN': expected(404),
  'TEMPLATE-NAME-INVALID': expected(400),
  'TEMPLATE-NAME-TAKEN': expected(409),
  'TEMPLATE-STALE': expected(409),
  'TEMPLATE-LIMIT': expected(409),
  // velocity sets
  'VELOCITY-SET-UNKNOWN': expected(404),
  'VELOCITY-SET-NAME-INVALID': expected(400),
  'VELOCITY-SET-NAME-TAKEN': expected(409),
  'VELOCITY-SET-STALE': expected(409),
  'VELOCITY-SET-NOT-PUBLISHABLE': expected(422),
  'VELOCITY-SET-NOT-PUBLISHED': expected(409),
  'VELOCITY-SET-NO-DRAFT': expected(409),
  'VELOCITY-SET-READ-ONLY': expected(409),
  'VELOCITY-SET-REFERENCED': expected(409),
  'VELOCITY-IN-USE': expected(409),
  'VELOCITY-UNKNOWN': expected(404),
  'VELOCITY-VALUES-ELSEWHERE': expected(503),
  // functions
  // assessments that customers define
  'ASSESSMENT-UNKNOWN': expected(404),
  'ASSESSMENT-INVALID': expected(400),
  'ASSESSMENT-NAME-TAKEN': expected(409),
  'ASSESSMENT-STALE': expected(409),
  'ASSESSMENT-LIMIT': expected(409),
  'ASSESSMENT-NOT-ROOT': expected(409),
  'ASSESSMENT-SHARED': expected(409),
  'ASSESSMENT-REFERENCED': expected(409),
  'ASSESSMENT-CALLED': expected(409),
  'ASSESSMENT-NO-RULE': expected(400),
  'OBSERVATION-UNKNOWN': expected(404),
  // configuration of case management
  'CASE-CONFIGURATION-INVALID': expected(400),
  'CASE-CONFIGURATION-NOT-ROOT': expected(409),
  'CASE-CONFIGURATION-STALE': expected(409),
  'CASE-DECISION-IN-USE': expected(409),
  'CASE-SETTINGS-STALE': expected(409),
  'FUNCTION-UNKNOWN': expected(404),
  'FUNCTION-NAME-INVALID': expected(400),
  'FUNCTION-NAME-TAKEN': expected(409),
  'FUNCTION-STALE': expected(409),
  'FUNCTION-NO-DRAFT': expected(409),
  'FUNCTION-NOT-PUBLISHABLE': expected(422),
  'FUNCTION-REFERENCED': expected(409),
  'FUNCTION-IN-USE': expected(409),
  'FUNCTION-SCORE-EARLY': expected(409),
  'FUNCTION-NOT-COUNTABLE': expected(409),
  'FUNCTION-NOT-PUBLISHED': expected(409),
  'FUNCTION-VERSION-CURRENT': expected(409),
  'VELOCITY-SET-VERSION-CURRENT': expected(409),
  'FUNCTION-LIMIT': expected(409),
  // configuration
  'CONFIGURATION-STALE': expected(409),
  // external calls
  'CALL-UNKNOWN': expected(404),
  'CALL-NAME-INVALID': expected(400),
  'CALL-NAME-TAKEN': expected(409),
  'CALL-STALE': expected(409),
  'CALL-INVALID': expected(422),
  'CALL-SECRETS-NEEDED': expected(422),
  'CALL-FROZEN': expected(409),
  'CALL-REFERENCED': expected(409),
  // external assessments
  'EXTERNAL-ASSESSMENT-UNKNOWN': expected(404),
  'EXTERNAL-ASSESSMENT-NAME-INVALID': expected(400),
  'EXTERNAL-ASSESSMENT-NAME-TAKEN': expected(409),
  'EXTERNAL-ASSESSMENT-STALE': expected(409),
  'EXTERNAL-ASSESSMENT-TARGET': expected(422),
  'EXTERNAL-ASSESSMENT-CIRCLE': expected(422),
  'EXTERNAL-ASSESSMENT-FROZEN': expected(409),
  'EXTERNAL-ASSESSMENT-REFERENCED': expected(409),
  // lists
  'LIST-UNKNOWN': expected(404),
  'LIST-NAME-INVALID': expected(400),
  'LIST-NAME-TAKEN': expected(409),
  'LIST-FILE-INVALID': expected(422),
  'LIST-TOO-LARGE': expected(413),
  'LIST-REFERENCED': expected(409),
  'LIST-COLUMN-IN-USE': expected(409),
  'LIST-STALE': expected(409),
  'LIST-ROW-INVALID': expected(422),
  'LIST-UNCHANGED': expected(409),
  'SUPPORT-LIST-LIMIT': expected(403),
  'CHANGE-APPROVAL-REQUIRED': expected(409),
  // No failure of the server: the console's client tells by it that a change waits for a second person.
  'CHANGE-REQUESTED': expected(202),
  'CHANGE-UNKNOWN': expected(404),
  'CHANGE-DECIDED': expected(409),
  'CHANGE-OWN': expected(409),
  'CHANGE-STALE': expected(409),
  'CHANGE-LIMIT': expected(409),
  'CHANGE-TOO-LARGE': expected(413),
  'LIST-IS-REMOTE': expected(409),
  'LIST-SOURCE-INVALID': expected(422),
  'LIST-SOURCE-FAILED': expected(422),
  'LIST-VERSION-UNKNOWN': expected(404),
  // search and events
  'SRCH-RANGE-TOO-LONG': expected(400),
  'SRCH-QUERY-INVALID': expected(400),
  'SRCH-TIMEOUT': expected(503, true),
  'SRCH-FIELD-UNKNOWN': expected(400),
  'SRCH-ATTRIBUTE-UNKNOWN': expected(404),
  'SRCH-ATTRIBUTE-PATH': expected(422),
  'SRCH-ATTRIBUTE-NO-VALUE': expected(422),
  'SRCH-ATTRIBUTE-TYPE': expected(422),
  'SRCH-ATTRIBUTE-KNOWN': expected(409),
  'SRCH-ATTRIBUTE-EXISTS': expected(409),
  'SRCH-ATTRIBUTE-BELOW': expected(409),
  'SRCH-ATTRIBUTE-LIMIT': expected(409),
  'SRCH-ATTRIBUTE-REMOVING': expected(409),
  'EVENT-UNKNOWN': expected(404),
  'EVENT-ERASED': expected(404),
  // cases and their queues
  'CASE-UNKNOWN': expected(404),
  'CASE-SETTLING': expected(409),
  'CASE-LEASED': expected(409),
  'CASE-NOT-LEASED': expected(409),
  'CASE-ON-HOLD': expected(409),
  'CASE-ESCALATED': expected(409),
  'CASE-NOT-ESCALATED': expected(409),
  'CASE-DECIDED': expected(409),
  'CASE-TIMED-OUT': expected(409),
  'CASE-CANCELLED': expected(409),
  'CASE-OPEN': expected(409),
  'CASE-NOT-FIRST': expected(409),
  'CASE-LEASE-OPEN': expected(409),
  'CASE-DECISION-UNKNOWN': expected(422),
  'CASE-REASON-UNKNOWN': expected(422),
  'CASE-HOLD-INVALID': expected(400),
  'CASE-UNDO-REFUSED': expected(409),
  'QUEUE-UNKNOWN': expected(404),
  'QUEUE-PAUSED': expected(409),
  'QUEUE-OTHER-ASSESSMENT': expected(409),
  // subject requests
  'SUBJECT-PROPERTY-UNKNOWN': expected(400),
  'SUBJECT-NOT-CONFIRMED': expected(400),
  'SUBJECT-REQUEST-UNKNOWN': expected(404),
  'SUBJECT-REQUEST-OPEN': expected(409),
  'SUBJECT-REQUEST-STATE': expected(409),
  'SUBJECT-OWN-REQUEST': expected(403),
  'SUBJECT-EXPORT-GONE': expected(410),
  // server
  'SRV-LOG-UNAVAILABLE': operator(503, true),
  'SRV-STOPPING': expected(503, true),
  'SRV-INTERNAL': operator(500, true),
} as const satisfies Record<string, ErrorFacts>;

export type ErrorCode = keyof typeof ERRORS;

/** The error factory every layer uses: `throw fail('RULE-UNKNOWN', { id })`. */
export const fail = (code: ErrorCode, params: ErrorParams = {}, cause?: unknown): AppError<ErrorCode> =>
  new AppError(code, params, cause === undefined ? undefined : { cause });

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** Facts of a code; an unknown one is a bug and treated as an internal failure. */
export const errorFacts = (code: string): ErrorFacts => (isErrorCode(code) ? ERRORS[code] : ERRORS['SRV-INTERNAL']);
