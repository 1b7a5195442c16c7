import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteVelocitySet as deleteStoredSet,
  findVelocityDraft,
  findVelocitySetVersion,
  updateVelocitySet,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { readVelocitySet } from './get-velocity-set.query.ts';
import { readVelocityUsers, requireSetName, takeVelocitySet } from './velocity-set-scope.ts';
import { velocityNames } from './velocity-text.ts';

/**
 * Changes name and description. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY, VELOCITY-SET-STALE,
 * VELOCITY-SET-NAME-INVALID, VELOCITY-SET-NAME-TAKEN.
 */
export const renameVelocitySet = async (
  context: EnvironmentContext,
  setId: Id,
  input: { readonly version: string; readonly name: string; readonly description: string },
): Promise<VelocitySetDetail> => {
  const { database, tenantId, environmentId } = context;
  const name = input.name.trim();
  const { description } = input;
  requireClean({ 'body.description': description });
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const set = await takeVelocitySet(trx, environmentId, setId, input.version);
    await requireSetName(trx, environmentId, name, setId);
    if (set.publishedVersion !== null && name !== set.name) await requireSecondPerson(trx, context);
    await updateVelocitySet(trx, setId, { name, description }, changed);
    await recordActivity(trx, context, {
      operation: 'Rename',
      type: 'VelocitySet',
      id: setId,
      name,
      environmentId,
      original: { name: set.name, description: set.description },
      modified: { name, description },
    });
    return readVelocitySet(trx, context, setId);
  });
};

/**
 * Lets a published set count, or stops it; rules go on reading what it has counted. Throws VELOCITY-SET-UNKNOWN,
 * VELOCITY-SET-READ-ONLY, VELOCITY-SET-STALE, VELOCITY-SET-NOT-PUBLISHED.
 */
export const setVelocitySetActive = async (
  context: EnvironmentContext,
  setId: Id,
  input: { readonly version: string; readonly active: boolean },
): Promise<VelocitySetDetail> => {
  const { database, tenantId, environmentId } = context;
  return database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const set = await takeVelocitySet(trx, environmentId, setId, input.version);
    if (set.publishedVersion === null) throw fail('VELOCITY-SET-NOT-PUBLISHED', { name: set.name });
    if (set.active !== input.active) {
      await requireSecondPerson(trx, context);
      await updateVelocitySet(trx, setId, { active: input.active }, changed);
      await recordActivity(trx, context, {
        operation: input.active ? 'Activate' : 'Deactivate',
        type: 'VelocitySet',
        id: setId,
        name: set.name,
        environmentId,
        original: { active: set.active },
        modified: { active: input.active },
      });
    }
    return readVelocitySet(trx, context, setId);
  });
};

/**
 * Deletes a set with its versions; the activity log keeps a copy. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY,
 * VELOCITY-SET-STALE, and VELOCITY-SET-REFERENCED with the published rules that read one of its velocities.
 */
export const deleteVelocitySet = async (context: EnvironmentContext, setId: Id, version: string): Promise<void> => {
  const { database, tenantId, environmentId } = context;
  await database.inTenant(tenantId, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const set = await takeVelocitySet(trx, environmentId, setId, version);
    const published =
      set.publishedVersion === null ? undefined : await findVelocitySetVersion(trx, setId, set.publishedVersion);
    if (published && !context.referencesAreCheckedAfterwards) {
      const users = await readVelocityUsers(trx, environmentId);
      const rules = users(velocityNames(published)).map(({ name }) => name);
      if (rules.length > 0) throw fail('VELOCITY-SET-REFERENCED', { name: set.name, rules });
    }
    if (published) await requireSecondPerson(trx, context);
    const text = published ?? (await findVelocityDraft(trx, setId));
    await deleteStoredSet(trx, setId);
    await recordActivity(trx, context, {
      operation: 'Delete',
      type: 'VelocitySet',
      id: setId,
      name: set.name,
      environmentId,
      original: {
        name: set.name,
        description: set.description,
        active: set.active,
        publishedVersion: set.publishedVersion,
        condition: text?.condition ?? '',
        velocities: (text?.velocities ?? []) as unknown as Json,
      },
    });
  });
};
