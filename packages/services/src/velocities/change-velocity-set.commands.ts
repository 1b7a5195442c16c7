import type { VelocitySetDetail } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { renameResource, setActive } from '../resources/drafted-resource.ts';
import { removeVersioned, rollBack, unpublishResource, type RollBackInput } from '../resources/versioned-resource.ts';
import { dropBackfillsWithout } from './begin-backfill.ts';
import type { VelocitySetChoice } from './check-velocity-set.ts';
import { velocitySetResource } from './velocity-set-resource.ts';

/**
 * Changes name and description. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY, VELOCITY-SET-STALE,
 * VELOCITY-SET-NAME-INVALID, VELOCITY-SET-NAME-TAKEN.
 */
export const renameVelocitySet = (
  context: EnvironmentContext,
  setId: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
): Promise<VelocitySetDetail> =>
  renameResource(velocitySetResource, context, setId, { ...input, name: input.name.trim() });

/**
 * Lets a published set count, or stops it; rules go on reading what it has counted. Throws VELOCITY-SET-UNKNOWN,
 * VELOCITY-SET-READ-ONLY, VELOCITY-SET-STALE, VELOCITY-SET-NOT-PUBLISHED.
 */
export const setVelocitySetActive = (
  context: EnvironmentContext,
  setId: Id,
  input: { readonly version: string; readonly active: boolean },
): Promise<VelocitySetDetail> => setActive(velocitySetResource, context, setId, input);

/**
 * Publishes the text of an older version again, see `rollBack`; velocities that the current version says otherwise begin
 * to count at `start`. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY, VELOCITY-SET-STALE,
 * VELOCITY-SET-NOT-PUBLISHED, VELOCITY-SET-VERSION-CURRENT, and what `checkVelocitySet` throws.
 */
export const rollBackVelocitySet = async (
  context: EnvironmentContext,
  setId: Id,
  { start, ...input }: RollBackInput & VelocitySetChoice,
): Promise<VelocitySetDetail> => rollBack(velocitySetResource, context, setId, input, { start });

/**
 * Takes a set out of production: events no longer count, and the history being counted is given up. Its text goes on as the
 * draft. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY, VELOCITY-SET-STALE, VELOCITY-SET-NOT-PUBLISHED, and
 * VELOCITY-SET-REFERENCED with the published texts that read one of its velocities.
 */
export const unpublishVelocitySet = (
  context: EnvironmentContext,
  setId: Id,
  input: { readonly version: string; readonly note: string },
): Promise<VelocitySetDetail> =>
  unpublishResource(velocitySetResource, context, setId, input, ({ trx, changed }) =>
    dropBackfillsWithout(trx, setId, [], changed.at),
  );

/**
 * Deletes a set with its versions; the activity log keeps a copy. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY,
 * VELOCITY-SET-STALE, and VELOCITY-SET-REFERENCED with the published texts that read one of its velocities.
 */
export const deleteVelocitySet = (context: EnvironmentContext, setId: Id, version: string): Promise<void> =>
  removeVersioned(velocitySetResource, context, setId, version);
