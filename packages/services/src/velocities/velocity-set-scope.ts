import type { VelocitySetDetail } from '@redoubt/contracts';
import {
  allows,
  fail,
  isRuleName,
  isRuleNameTaken,
  SYSTEM_VELOCITY_SETS,
  type SystemVelocitySet,
} from '@redoubt/domain';
import { isCleanText, type Id } from '@redoubt/kernel';
import {
  findVelocitySet,
  listPublishedFunctions,
  listUsersOfVelocities,
  listVelocitySets,
  lockVelocitySetNames,
  type StoredVelocitySet,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { requireCurrent } from '../version-tag.ts';
import { namesAmong } from './readable-velocities.ts';

export const mayWriteVelocities = (context: EnvironmentContext): boolean =>
  allows(context.capabilities, 'functionsAndVelocities:write');

export const findSystemSet = (setId: Id): SystemVelocitySet | undefined =>
  SYSTEM_VELOCITY_SETS.find(({ id }) => id === setId);

/**
 * The set, taken for this transaction, in the state the caller saw. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-STALE, and
 * VELOCITY-SET-READ-ONLY for a set of the system.
 */
export const takeVelocitySet = async (
  trx: TenantTransaction,
  environmentId: Id,
  setId: Id,
  tag: string | null,
): Promise<StoredVelocitySet> => {
  const system = findSystemSet(setId);
  if (system) throw fail('VELOCITY-SET-READ-ONLY', { name: system.name });
  const set = await findVelocitySet(trx, environmentId, setId, true);
  if (!set) throw fail('VELOCITY-SET-UNKNOWN', { id: setId });
  if (tag !== null) requireCurrent(tag, set.version, 'VELOCITY-SET-STALE', { name: set.name, by: set.changedBy });
  return set;
};

/** Refuses a name that no set may have, or that another set of the environment has, system sets included. */
export const requireSetName = async (
  trx: TenantTransaction,
  environmentId: Id,
  name: string,
  exceptSetId: Id | null,
): Promise<void> => {
  if (!isRuleName(name) || !isCleanText(name)) throw fail('VELOCITY-SET-NAME-INVALID', { name });
  await lockVelocitySetNames(trx, environmentId);
  const others = (await listVelocitySets(trx, environmentId)).filter(({ id }) => id !== exceptSetId);
  const names = [...SYSTEM_VELOCITY_SETS, ...others].map((each) => each.name);
  if (isRuleNameTaken(name, names)) throw fail('VELOCITY-SET-NAME-TAKEN', { name });
};

/** A published text with the velocities it reads. */
export type VelocityUser = VelocitySetDetail['usedBy'][number];

/** Published texts that read some of these velocities, each with those it reads. */
export const readersOf = (velocities: readonly string[], users: readonly VelocityUser[]): VelocityUser[] =>
  users.flatMap((user) => {
    const read = namesAmong(user.velocities, velocities);
    return read.length === 0 ? [] : [{ ...user, velocities: [...read] }];
  });

/** Published rules and functions of an environment with the velocities they read; functions as texts write them. */
export const readVelocityUsers = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly VelocityUser[]> => [
  ...(await listUsersOfVelocities(trx, environmentId)).map(({ ruleId, ruleName, assessment, velocities }) => ({
    kind: 'rule' as const,
    id: ruleId,
    name: ruleName,
    assessment,
    velocities: [...velocities],
  })),
  ...(await listPublishedFunctions(trx, environmentId)).map(({ id, name, velocities }) => ({
    kind: 'function' as const,
    id,
    name: `Functions.${name}`,
    assessment: null,
    velocities: [...velocities],
  })),
];
