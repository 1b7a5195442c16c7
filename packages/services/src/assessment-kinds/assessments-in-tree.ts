import type { Id } from '@redoubt/kernel';
import {
  listAssessments,
  listEnvironments,
  type StoredAssessmentDefinition,
  type TenantTransaction,
} from '@redoubt/storage';
import { rootOf } from '../environments/root-of.ts';

/** Assessments that were defined in the tree of an environment, in the order they were made. */
export const readAssessmentsInTree = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly StoredAssessmentDefinition[]> => {
  const root = rootOf(await listEnvironments(trx), environmentId);
  return (await listAssessments(trx)).filter((each) => each.environmentId === root);
};
