import type { VelocitySetDetail } from '@redoubt/contracts';
import {
  allows,
  fail,
  isRuleName,
  isRuleNameTaken,
  nameKey,
  SYSTEM_VELOCITY_SETS,
  type SystemVelocitySet,
} from '@redoubt/domain';
import { isCleanText, type Id } from '@redoubt/kernel';
import {
  findVelocitySet,
  listReferences,
  listVelocitySets,
  lockVelocitySetNames,
  type StoredVelocitySet,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { textUserOf } from '../references/references.ts';
import { requireCurrent } from '../version-tag.ts';

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

/** Published texts that read velocities, each with those it reads. */
export type VelocityUsers = (velocities: readonly string[]) => VelocitySetDetail['usedBy'];

/** Published texts of an environment that read velocities. */
export const readVelocityUsers = async (trx: TenantTransaction, environmentId: Id): Promise<VelocityUsers> => {
  const references = await listReferences(trx, { kinds: ['velocity'], environmentId });
  return (velocities) => {
    const keys = new Set(velocities.map(nameKey));
    const read = references.filter(({ name }) => keys.has(nameKey(name)));
    return [...Map.groupBy(read, ({ reader }) => reader.id).values()].flatMap((all) =>
      all.slice(0, 1).map((first) => ({ ...textUserOf(first), velocities: all.map(({ name }) => name) })),
    );
  };
};
