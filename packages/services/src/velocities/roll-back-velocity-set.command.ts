import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail, type VelocityStart } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { advancePlanHead, findVelocitySetVersion } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { takeResource } from '../resources/resource.ts';
import { readVelocitySet } from './get-velocity-set.query.ts';
import { publishSetText } from './publish-set-text.ts';
import { velocitySetResource } from './velocity-set-resource.ts';
import { inTransaction } from '../unit-of-work.ts';

export type RollBackVelocitySetInput = {
  /** Tag of the set as the caller saw it. */
  readonly version: string;
  /** The older version. */
  readonly to: number;
  readonly note: string;
  /** Where velocities begin to count that the current version says otherwise. */
  readonly start: VelocityStart;
};

/**
 * Publishes the text of an older version again, as a new version. Name, description and whether the set counts stay as
 * they are, and so does a draft beside it. Throws VELOCITY-SET-UNKNOWN, VELOCITY-SET-READ-ONLY, VELOCITY-SET-STALE,
 * VELOCITY-SET-NOT-PUBLISHED, VELOCITY-SET-VERSION-CURRENT, and what `publishSetText` throws.
 */
export const rollBackVelocitySet = async (
  context: EnvironmentContext,
  setId: Id,
  input: RollBackVelocitySetInput,
): Promise<VelocitySetDetail> => {
  const { tenantId, environmentId } = context;
  const { version: tag, to, note, start } = input;
  requireClean({ 'body.note': note });
  return inTransaction(context, async (trx) => {
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    const set = await takeResource(velocitySetResource, trx, environmentId, setId, tag);
    const { name, description, active, publishedVersion } = set;
    if (publishedVersion === null) throw fail('VELOCITY-SET-NOT-PUBLISHED', { name });
    if (publishedVersion === to) throw fail('VELOCITY-SET-VERSION-CURRENT', { name, version: to });
    const older = await findVelocitySetVersion(trx, setId, to);
    if (!older) throw fail('VELOCITY-SET-UNKNOWN', { id: setId, version: to });
    await publishSetText(trx, context, set, older, { name, description, active, note, start, restores: to });
    return readVelocitySet(trx, context, setId);
  });
};
