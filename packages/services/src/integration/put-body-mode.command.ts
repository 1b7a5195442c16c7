import type { BodyMode } from '@redoubt/domain';
import { fail } from '@redoubt/domain';
import { advancePlanHead, listEnvironments, saveBodyMode } from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Chooses how an environment reads values of another type; every node goes by it with its next plans. */
export const putBodyMode = async (
  context: EnvironmentContext,
  { bodyMode }: { readonly bodyMode: BodyMode },
): Promise<{ readonly bodyMode: BodyMode }> => {
  const { tenantId, environmentId } = context;
  await inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
    if (environment === undefined) throw fail('ENV-UNKNOWN', { environment: environmentId });
    if (environment.bodyMode === bodyMode) return;
    // What an event says, and whether it is decided at all, depends on it.
    await requireSecondPerson(trx, context);
    await saveBodyMode(trx, environmentId, bodyMode, changed);
    await recordActivity(trx, context, {
      operation: 'Update',
      type: 'Environment',
      id: environmentId,
      name: environment.name,
      environmentId,
      original: { bodyMode: environment.bodyMode },
      modified: { bodyMode },
    });
  });
  return { bodyMode };
};
