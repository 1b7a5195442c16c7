import type { VelocitySets } from '@redoubt/contracts';
import type { VelocityWindowMode } from '@redoubt/domain';
import { advancePlanHead, findWindowMode, saveWindowMode } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import { recordSettingChange } from '../activity/record-setting-change.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { getVelocitySets } from './get-velocity-sets.query.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * Chooses where the windows of an environment's velocities begin. It is part of the plan: decisions under way finish with
 * what they began with, and a replay of an older event reads as that event did.
 */
export const putVelocitySettings = async (
  context: EnvironmentContext,
  input: { readonly windowMode: VelocityWindowMode },
): Promise<VelocitySets> => {
  const { tenantId, environmentId } = context;
  const { windowMode } = input;
  await inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const before = await findWindowMode(trx, environmentId);
    if (before === windowMode) return;
    await requireSecondPerson(trx, context);
    await saveWindowMode(trx, tenantId, environmentId, windowMode, changed);
    await recordSettingChange(trx, context, { windowMode: before }, { windowMode });
  });
  return getVelocitySets(context);
};
