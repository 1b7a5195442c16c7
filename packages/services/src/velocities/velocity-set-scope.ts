import type { VelocitySetDetail } from '@redoubt/contracts';
import { allows, nameKey, SYSTEM_VELOCITY_SETS, type SystemVelocitySet } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listReferences, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { textUserOf } from '../references/references.ts';

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
