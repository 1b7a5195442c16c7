/** Codes of what cannot be done to a case that is over. */
export const ENDED = ['CASE-DECIDED', 'CASE-TIMED-OUT', 'CASE-CANCELLED'] as const;

/** Codes of a case that cannot be taken into review. */
export const NOT_TAKEN = [
  'QUEUE-UNKNOWN',
  'QUEUE-PAUSED',
  'CASE-UNKNOWN',
  'CASE-NOT-FIRST',
  'CASE-LEASE-OPEN',
  'CASE-LEASED',
  'CASE-SETTLING',
  'CASE-ON-HOLD',
  'CASE-ESCALATED',
  'CASE-SECOND-REVIEW',
  'CASE-ASSIGNED',
  ...ENDED,
] as const;

/** Codes of a case that the person who has it in review cannot decide so. */
export const NOT_DECIDED = [
  'CASE-UNKNOWN',
  'CASE-NOT-LEASED',
  'CASE-SECOND-REVIEW',
  ...ENDED,
  'CASE-DECISION-UNKNOWN',
  'CASE-REASON-UNKNOWN',
] as const;
