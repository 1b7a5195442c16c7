import { allows, fail, isFunctionName, nameKey } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findFunction,
  listFunctions,
  listPublishedFunctions,
  listUsersOfFunctions,
  type StoredFunction,
  type TenantTransaction,
} from '@redoubt/storage';
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

/** Who calls a function: a published rule or another published function, in its environment or below. */
export type FunctionCaller = {
  readonly kind: 'rule' | 'function';
  readonly id: Id;
  readonly name: string;
  readonly environmentId: Id;
  readonly properties: readonly string[];
};

type Callers = (called: { readonly environmentId: Id; readonly name: string }) => readonly FunctionCaller[];

/** Reads who calls what in a tenant; one that calls itself is no caller of its own. */
export const readFunctionCallers = async (trx: TenantTransaction): Promise<Callers> => {
  const texts = [
    ...(await listUsersOfFunctions(trx)).map(({ ruleId, ruleName, environmentId, functions }) => ({
      kind: 'rule' as const,
      id: ruleId,
      name: ruleName,
      environmentId,
      functions,
    })),
    ...(await listPublishedFunctions(trx)).map(({ id, name, environmentId, functions }) => ({
      kind: 'function' as const,
      id,
      name,
      environmentId,
      functions,
    })),
  ];
  return (called) =>
    texts.flatMap(({ functions, ...text }): FunctionCaller[] => {
      const calls = functions.filter(
        (each) => each.environmentId === called.environmentId && nameKey(each.name) === nameKey(called.name),
      );
      return calls.length === 0 ? [] : [{ ...text, properties: calls.flatMap(({ properties }) => properties) }];
    });
};

/** Names of callers for a message: functions as texts write them. */
export const callerNames = (callers: readonly FunctionCaller[]): readonly string[] =>
  callers.map(({ kind, name }) => (kind === 'rule' ? name : `Functions.${name}`));
