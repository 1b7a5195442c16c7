import { ASSESSMENT_KINDS, isDefinedAssessment, isDefinedKind, type LoggedAssessmentKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listAssessments, listEnvironments, type TenantTransaction } from '@redoubt/storage';
import { rootOf } from '../environments/root-of.ts';

/**
 * The kind of assessment an address means by its event type, whatever its letter case: a built-in one by its name, a
 * defined one of the environment's tree by its API name or its kind; undefined where there is none.
 */
export const kindOfType = async (
  trx: TenantTransaction,
  environmentId: Id,
  eventType: string,
): Promise<LoggedAssessmentKind | undefined> => {
  const key = eventType.toLowerCase();
  const builtIn = ASSESSMENT_KINDS.find((each) => each.toLowerCase() === key);
  if (builtIn !== undefined) return builtIn;
  const root = rootOf(await listEnvironments(trx), environmentId);
  const inTree = (await listAssessments(trx)).filter((each) => each.environmentId === root);
  const named = inTree.find(({ apiName }) => apiName.toLowerCase() === key)?.kind;
  if (named !== undefined) return named;
  // Events of a deleted assessment are found by those who still have their address: what was decided can be asked for.
  return isDefinedKind(key) && isDefinedAssessment(key) ? key : undefined;
};
