import { ASSESSMENTS, fail, nameKey, type AssessmentName } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listAssessments, listEnvironments, type TenantTransaction } from '@redoubt/storage';
import { rootOf } from '../environments/root-of.ts';

/** An assessment that an environment knows; kinds of defined ones carry a number, which no other installation shares. */
export type NamedAssessment = { readonly kind: AssessmentName; readonly name: string };

/** Assessments as files name them: those of the product by their kind, those that people defined by their API name. */
export const readAssessmentNames = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly NamedAssessment[]> => {
  const root = rootOf(await listEnvironments(trx), environmentId);
  const defined = (await listAssessments(trx)).filter((each) => each.environmentId === root);
  return [
    ...ASSESSMENTS.map((kind) => ({ kind, name: kind })),
    ...defined.map(({ kind, apiName }) => ({ kind, name: apiName })),
  ];
};

/** The assessment that a file names. @throws `ASSESSMENT-UNKNOWN`. */
export const assessmentNamed = async (
  trx: TenantTransaction,
  environmentId: Id,
  name: string,
): Promise<AssessmentName> => {
  const found = (await readAssessmentNames(trx, environmentId)).find((each) => nameKey(each.name) === nameKey(name));
  if (found === undefined) throw fail('ASSESSMENT-UNKNOWN', { name });
  return found.kind;
};
