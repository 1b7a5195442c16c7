import { kindFacts, type LoggedAssessmentKind, type LoggedRelatedKind } from '@redoubt/domain';
import type { EngineResult } from '@redoubt/engine';
import type { JsonObject } from '@redoubt/kernel';
import { accountAccepted, accountAnswer } from './account-answer.ts';
import { wizardAnswer, type WizardFacts } from './wizard-answer.ts';
import { ACCEPTED_ANSWER, purchaseAnswer } from './purchase-answer.ts';

export type AnsweredAssessment = {
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
  /** Shaped. */
  readonly body: JsonObject;
  /** Id of the transaction on the server; the account generation answers it. */
  readonly reference: string;
  /** Values the product added; `deviceAttributes` stand in the answer. */
  readonly generated: JsonObject;
  /** What the answer of a wizard assessment says besides; absent for others. */
  readonly facts?: WizardFacts | undefined;
};

/**
 * What the caller is answered, in the words of the generation the event belongs to
 * (`docs/reference/wire.md#purchase-generation` and `docs/reference/wire.md#account-generation`).
 */
export const assessmentAnswer = (
  { kind, eventId, body, reference, generated, facts }: AnsweredAssessment,
  result: EngineResult,
): JsonObject => {
  if (kind === 'purchase') return purchaseAnswer({ PurchaseId: eventId }, result, generated);
  if (kind === 'signUp') return purchaseAnswer({ SignUpId: eventId }, result, generated);
  if (facts !== undefined) return wizardAnswer({ eventId, body, facts, generated }, result);
  return accountAnswer(body, reference, result, generated);
};

/** The same for an event that nothing is decided about. */
export const acceptedAnswer = (kind: LoggedRelatedKind, body: JsonObject, reference: string): JsonObject =>
  kindFacts(kind).generation === 'account' ? accountAccepted(body, reference) : ACCEPTED_ANSWER;
