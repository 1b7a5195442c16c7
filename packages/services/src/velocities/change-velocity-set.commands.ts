import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import { findVelocityDraft, findVelocitySetVersion } from '@redoubt/storage';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { renameResource, setActive } from '../resources/drafted-resource.ts';
import { removeResource } from '../resources/resource.ts';
import { velocitySetResource } from './velocity-set-resource.ts';
import { readVelocityUsers } from './velocity-set-scope.ts';
import { velocityNames } from '../symbols/velocity-text.ts';

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
 * Deletes a set with its versions; the activity log keeps a copy. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY,
 * VELOCITY-SET-STALE, and VELOCITY-SET-REFERENCED with the published texts that read one of its velocities.
 */
export const deleteVelocitySet = (context: EnvironmentContext, setId: Id, version: string): Promise<void> =>
  removeResource(velocitySetResource, context, setId, version, async ({ trx, stored }) => {
    const { name, description, active, publishedVersion } = stored;
    const published =
      publishedVersion === null ? undefined : await findVelocitySetVersion(trx, setId, publishedVersion);
    if (published && !context.referencesAreCheckedAfterwards) {
      const users = await readVelocityUsers(trx, context.environmentId);
      const rules = users(velocityNames(published)).map((user) => user.name);
      if (rules.length > 0) throw fail('VELOCITY-SET-REFERENCED', { name, rules });
    }
    if (published) await requireSecondPerson(trx, context);
    const text = published ?? (await findVelocityDraft(trx, setId));
    await velocitySetResource.delete(trx, setId);
    return {
      name,
      description,
      active,
      publishedVersion,
      condition: text?.condition ?? '',
      velocities: (text?.velocities ?? []) as unknown as Json,
    };
  });
