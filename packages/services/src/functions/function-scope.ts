import { allows, fail, isFunctionName, nameKey } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findFunction, listFunctions, type StoredFunction, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { requireCurrent } from '../version-tag.ts';

export const mayWriteFunctions = (context: EnvironmentContext): boolean =>
  allows(context.capabilities, 'functionsAndVelocities:write');

/** The function, taken for this transaction, in the state the caller saw. Throws FUNCTION-UNKNOWN, FUNCTION-STALE. */
export const takeFunction = async (
  trx: TenantTransaction,
  environmentId: Id,
  functionId: Id,
  tag: string | null,
): Promise<StoredFunction> => {
  const stored = await findFunction(trx, environmentId, functionId, true);
  if (!stored) throw fail('FUNCTION-UNKNOWN', { id: functionId });
  if (tag !== null) requireCurrent(tag, stored.version, 'FUNCTION-STALE', { name: stored.name, by: stored.changedBy });
  return stored;
};

/** Refuses a name that no function may have, or that another one of the environment has. */
export const requireFunctionName = async (
  trx: TenantTransaction,
  environmentId: Id,
  name: string,
  exceptId: Id | null,
): Promise<void> => {
  if (!isFunctionName(name)) throw fail('FUNCTION-NAME-INVALID', { name });
  const others = await listFunctions(trx, environmentId);
  if (others.some((other) => other.id !== exceptId && nameKey(other.name) === nameKey(name))) {
    throw fail('FUNCTION-NAME-TAKEN', { name });
  }
};
