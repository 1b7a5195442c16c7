import { emptyAnswerOf } from '@redoubt/domain';
import type { PlanAssessment } from '@redoubt/engine';
import type { StoredAssessmentDefinition, StoredExternalAssessment } from '@redoubt/storage';
import { contentHash } from '../content-hash.ts';

/** An external assessment as plans take it; what it answers is what the target's owner says. */
export const planAssessment = (
  { id, name, target }: Pick<StoredExternalAssessment, 'id' | 'name' | 'target'>,
  defined: readonly StoredAssessmentDefinition[],
): PlanAssessment => {
  const sample = defined.find(({ kind }) => kind === target.assessment)?.definition.sampleResponse ?? null;
  return { id, name, target, defaultResponse: emptyAnswerOf(sample), sample };
};

/** What of an external assessment settles a decision, as its unit in plans keeps it. */
export type AssessmentUnit = { readonly callsAssessment: Pick<PlanAssessment, 'target' | 'defaultResponse'> };

export const assessmentUnit = ({ target, defaultResponse }: PlanAssessment): AssessmentUnit => ({
  callsAssessment: { target, defaultResponse },
});

/** Names a unit by its content. */
export const assessmentUnitHash = (unit: AssessmentUnit): string => contentHash(unit);
