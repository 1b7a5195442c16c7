import { fail, isDefinedAssessment, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import { readAssessmentsInTree } from './assessments-in-tree.ts';

/** An assessment whose reviews become cases; the name is null for those of the product. */
export type AssessmentWithCases = { readonly assessment: AssessmentName; readonly name: string | null };

/** Assessments whose reviews become cases: purchase, and those that were defined with case management. */
export const readAssessmentsWithCases = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly AssessmentWithCases[]> => {
  const defined = await readAssessmentsInTree(trx, environmentId);
  return [
    { assessment: 'purchase', name: null },
    ...defined
      .filter(({ definition }) => definition.features.caseManagement)
      .map(({ kind, friendlyName }) => ({ assessment: kind, name: friendlyName })),
  ];
};

/** Throws ROUTING-NO-CASES where reviews of an assessment do not become cases. */
export const requireCases = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
): Promise<void> => {
  if (assessment === 'purchase') return;
  const known = isDefinedAssessment(assessment) ? await readAssessmentsWithCases(trx, environmentId) : [];
  if (!known.some((each) => each.assessment === assessment)) throw fail('ROUTING-NO-CASES', { assessment });
};
