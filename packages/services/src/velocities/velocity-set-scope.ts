import type { VelocitySetDetail } from '@redoubt/contracts';
import { allows, nameKey, SYSTEM_VELOCITY_SETS, type SystemVelocitySet } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listPublishedVelocitySets, listReferences, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { hasName, textUserOf } from '../references/references.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { guard } from '../unit-of-work.ts';

export const mayWriteVelocities = (context: EnvironmentContext): boolean =>
  allows(context.capabilities, 'functionsAndVelocities:write');

export const findSystemSet = (setId: Id): SystemVelocitySet | undefined =>
  SYSTEM_VELOCITY_SETS.find(({ id }) => id === setId);

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

/** Refuses that velocities go which published texts read, with those velocities and the names of the texts. */
export const guardVelocities = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  names: readonly string[],
  refusal: (velocities: readonly string[], readers: readonly string[]) => Error,
): Promise<void> => {
  const refuse = async (going: readonly string[]): Promise<void> => {
    const usersOf = await readVelocityUsers(trx, context.environmentId);
    const read = going.filter((velocity) => usersOf([velocity]).length > 0);
    if (read.length > 0)
      throw refusal(
        read,
        usersOf(read).map((user) => user.name),
      );
  };
  await guard(
    context,
    () => refuse(names),
    async () => {
      const there = readableVelocities(await listPublishedVelocitySets(trx, context.environmentId));
      await refuse(names.filter((name) => !hasName(there, name)));
    },
  );
};
