import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail, type VelocityStart } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { advancePlanHead, deleteVelocityDraft, findVelocityDraft } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { requireFreeName, takeResource } from '../resources/resource.ts';
import { readVelocitySet } from './get-velocity-set.query.ts';
import { publishSetText } from './publish-set-text.ts';
import { velocitySetResource } from './velocity-set-resource.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What publishing chooses: words and state of the set, and where its counts begin. */
export type PublishVelocitySetInput = {
  /** Tag of the set as the caller saw it. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  readonly start: VelocityStart;
  /** Publish the draft although the set changed meanwhile. */
  readonly overwrite: boolean;
};

/**
 * Publishes the draft, see `publishSetText`. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY, VELOCITY-SET-NO-DRAFT,
 * VELOCITY-SET-NAME-INVALID, VELOCITY-SET-NAME-TAKEN, VELOCITY-SET-NOT-PUBLISHABLE, VELOCITY-IN-USE, and
 * VELOCITY-SET-STALE where the set changed meanwhile and `overwrite` is not set.
 */
export const publishVelocitySet = async (
  context: EnvironmentContext,
  setId: Id,
  input: PublishVelocitySetInput,
): Promise<VelocitySetDetail> => {
  const { tenantId, environmentId } = context;
  const name = input.name.trim();
  const { description, active, note, start } = input;
  requireClean({ 'body.description': description, 'body.note': note });
  return inTransaction(context, async (trx) => {
    // From here on no other transaction publishes in this tenant, so what is checked is what gets published.
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    const set = await takeResource(
      velocitySetResource,
      trx,
      environmentId,
      setId,
      input.overwrite ? null : input.version,
    );
    const draft = await findVelocityDraft(trx, setId);
    if (!draft) throw fail('VELOCITY-SET-NO-DRAFT', { name: set.name });
    const stale = draft.basedOnVersion !== (set.publishedVersion ?? 0);
    if (stale && !input.overwrite) throw fail('VELOCITY-SET-STALE', { name: set.name, by: set.changedBy });
    await requireFreeName(velocitySetResource, trx, environmentId, name, set);
    await publishSetText(trx, context, set, draft, { name, description, active, note, start, restores: null });
    await deleteVelocityDraft(trx, setId);
    return readVelocitySet(trx, context, setId);
  });
};
