import { EVENT_KINDS, type AssessmentKind, type RelatedKind } from '@redoubt/domain';
import type { EngineResult } from '@redoubt/engine';
import type { JsonObject } from '@redoubt/kernel';
import { accountAccepted, accountAnswer } from './account-answer.ts';
import { ACCEPTED_ANSWER, purchaseAnswer } from './purchase-answer.ts';

export type AnsweredAssessment = {
  readonly kind: AssessmentKind;
  readonly eventId: string;
  /** Shaped. */
  readonly body: JsonObject;
  /** Id of the transaction on the server; the account generation answers it. */
  readonly reference: string;
  /** Values the product added; `deviceAttributes` stand in the answer. */
  readonly generated: JsonObject;
};

/** What the caller is answered, in the words of the generation the event belongs to (`api.md` §4.3, §5). */
export const assessmentAnswer = (
  { kind, eventId, body, reference, generated }: AnsweredAssessment,
  result: EngineResult,
): JsonObject => {
  if (kind === 'purchase') return purchaseAnswer({ PurchaseId: eventId }, result, generated);
  if (kind === 'signUp') return purchaseAnswer({ SignUpId: eventId }, result, generated);
  return accountAnswer(body, reference, result, generated);
};

/** The same for an event that nothing is decided about. */
export const acceptedAnswer = (kind: RelatedKind, body: JsonObject, reference: string): JsonObject =>
  EVENT_KINDS[kind].generation === 'purchase' ? ACCEPTED_ANSWER : accountAccepted(body, reference);
