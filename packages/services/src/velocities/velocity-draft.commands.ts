import type { VelocitySetDetail, VelocitySetText } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  deleteVelocityDraft,
  deleteVelocitySet,
  findVelocityDraft,
  saveVelocityDraft as saveStoredDraft,
  updateVelocitySet,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { readVelocitySet } from './get-velocity-set.query.ts';
import { takeVelocitySet } from './velocity-set-scope.ts';
import { storableVelocityText } from './velocity-text.ts';

/**
 * Saves the draft, which belongs to the set as that of a rule does. Called while typing, so only the first save of a
 * draft goes into the activity log. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY, and VELOCITY-SET-STALE where
 * somebody saved or published meanwhile.
 */
export const saveVelocityDraft = async (
  context: EnvironmentContext,
  setId: Id,
  input: { readonly version: string; readonly text: VelocitySetText },
): Promise<VelocitySetDetail> => {
  const { database, tenantId, environmentId } = context;
  const text = storableVelocityText(input.text);
  return database.inTenant(tenantId, async (trx) => {
    const set = await takeVelocitySet(trx, environmentId, setId, input.version);
    const isFirst = (await findVelocityDraft(trx, setId)) === undefined;
    const changed = changedBy(context);
    const basedOnVersion = set.publishedVersion ?? 0;
    await saveStoredDraft(trx, tenantId, setId, { ...text, basedOnVersion, savedBy: changed.by, savedAt: changed.at });
    // The list says when the published text last changed; a draft beside it has its own author and time.
    const listed = set.publishedVersion === null ? changed : { by: set.changedBy, at: set.changedAt };
    await updateVelocitySet(trx, setId, {}, listed);
    if (isFirst) {
      await recordActivity(trx, context, {
        operation: 'Update',
        type: 'VelocitySet',
        id: setId,
        name: set.name,
        environmentId,
        modified: { draft: 'started', basedOnVersion },
      });
    }
    return readVelocitySet(trx, context, setId);
  });
};

/** Drops the draft; a set that was never published disappears. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-NO-DRAFT. */
export const discardVelocityDraft = async (context: EnvironmentContext, setId: Id): Promise<void> => {
  const { database, tenantId, environmentId } = context;
  await database.inTenant(tenantId, async (trx) => {
    const set = await takeVelocitySet(trx, environmentId, setId, null);
    const draft = await findVelocityDraft(trx, setId);
    if (!draft) throw fail('VELOCITY-SET-NO-DRAFT', { name: set.name });
    const published = set.publishedVersion !== null;
    if (published) {
      await deleteVelocityDraft(trx, setId);
      await updateVelocitySet(trx, setId, {}, { by: set.changedBy, at: set.changedAt });
    } else {
      await deleteVelocitySet(trx, setId);
    }
    await recordActivity(trx, context, {
      operation: published ? 'Update' : 'Delete',
      type: 'VelocitySet',
      id: setId,
      name: set.name,
      environmentId,
      original: { draft: { condition: draft.condition, velocities: draft.velocities as unknown as Json } },
    });
  });
};
