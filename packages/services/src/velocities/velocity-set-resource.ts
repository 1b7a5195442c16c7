import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail, isRuleName, SYSTEM_VELOCITY_SETS } from '@redoubt/domain';
import { isCleanText } from '@redoubt/kernel';
import {
  findVelocitySet,
  listVelocitySets,
  lockVelocitySetNames,
  velocitySetStore,
  type StoredVelocitySet,
  type StoredVelocityText,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { lastPublished } from '../resources/drafted-resource.ts';
import type { Change } from '../resources/resource.ts';
import type { VersionedDescription } from '../resources/versioned-resource.ts';
import { velocityNames } from '../symbols/velocity-text.ts';
import { checkVelocitySet, type VelocitySetChoice, type VelocitySetContent } from './check-velocity-set.ts';
import { readVelocitySet } from './get-velocity-set.query.ts';
import { findSystemSet, guardVelocities } from './velocity-set-scope.ts';

/** Refuses to take away the velocities of a published text that other texts read. */
const refuseRead = (
  context: EnvironmentContext,
  { trx, stored: { name } }: Change<StoredVelocitySet>,
  published: StoredVelocityText | undefined,
): Promise<void> =>
  guardVelocities(trx, context, published ? velocityNames(published) : [], (_velocities, rules) =>
    fail('VELOCITY-SET-REFERENCED', { name, rules }),
  );

/** Velocity sets as resources. Those of the system have names that are taken, and cannot be changed: …-READ-ONLY. */
export const velocitySetResource: VersionedDescription<
  StoredVelocitySet,
  VelocitySetDetail,
  StoredVelocityText,
  VelocitySetContent,
  VelocitySetChoice
> = {
  prefix: 'VELOCITY-SET',
  type: 'VelocitySet',
  referencesAs: 'velocitySet',
  isName: (name) => isRuleName(name) && isCleanText(name),
  namesakes: async (trx, environmentId) => {
    await lockVelocitySetNames(trx, environmentId);
    return [...SYSTEM_VELOCITY_SETS, ...(await listVelocitySets(trx, environmentId))];
  },
  find: (trx, environmentId, setId, lock) => {
    const system = findSystemSet(setId);
    if (system) throw fail('VELOCITY-SET-READ-ONLY', { name: system.name });
    return findVelocitySet(trx, environmentId, setId, lock);
  },
  read: readVelocitySet,
  ...velocitySetStore,
  textOf: ({ condition, velocities, sampleEvent, samplePayload }) => ({
    condition,
    velocities,
    sampleEvent,
    samplePayload,
  }),
  loggedText: ({ condition, velocities }) => ({ condition, velocities }),
  listedAs: lastPublished,
  check: checkVelocitySet,
  refuseInUse: refuseRead,
};
