import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { invariant, type Id, type Json } from '@redoubt/kernel';
import {
  findVelocityDraft,
  findVelocitySetVersion,
  updateVelocitySet,
  type StoredVelocitySet,
  type StoredVelocityText,
} from '@redoubt/storage';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { renameResource, setActive, unpublishResource } from '../resources/drafted-resource.ts';
import { removeResource, type Change } from '../resources/resource.ts';
import { dropBackfillsWithout } from './begin-backfill.ts';
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

/** Refuses to take away the velocities of a published text that other texts read. */
const refuseRead = async (
  { environmentId, referencesAreCheckedAfterwards }: EnvironmentContext,
  { trx, stored: { name } }: Change<StoredVelocitySet>,
  published: StoredVelocityText,
): Promise<void> => {
  if (referencesAreCheckedAfterwards) return;
  const users = await readVelocityUsers(trx, environmentId);
  const rules = users(velocityNames(published)).map((user) => user.name);
  if (rules.length > 0) throw fail('VELOCITY-SET-REFERENCED', { name, rules });
};

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
  unpublishResource(
    {
      ...velocitySetResource,
      referencesAs: 'velocitySet',
      // What is not published does not count.
      update: (trx, id, change, changed) => updateVelocitySet(trx, id, { ...change, active: false }, changed),
    },
    context,
    setId,
    input,
    async (change, publishedVersion) => {
      const published = await findVelocitySetVersion(change.trx, setId, publishedVersion);
      invariant(published !== undefined, 'a published version is kept as long as its set');
      await refuseRead(context, change, published);
      await dropBackfillsWithout(change.trx, setId, [], change.changed.at);
      const { condition, velocities, sampleEvent, samplePayload } = published;
      return { condition, velocities, sampleEvent, samplePayload };
    },
  );

/**
 * Deletes a set with its versions; the activity log keeps a copy. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY,
 * VELOCITY-SET-STALE, and VELOCITY-SET-REFERENCED with the published texts that read one of its velocities.
 */
export const deleteVelocitySet = (context: EnvironmentContext, setId: Id, version: string): Promise<void> =>
  removeResource(velocitySetResource, context, setId, version, async (change) => {
    const { trx, stored } = change;
    const { name, description, active, publishedVersion } = stored;
    const published =
      publishedVersion === null ? undefined : await findVelocitySetVersion(trx, setId, publishedVersion);
    if (published) await refuseRead(context, change, published);
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
