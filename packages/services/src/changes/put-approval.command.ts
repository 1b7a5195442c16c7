import { isApprovalRequired, saveApprovalRequired } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import { recordSettingChange } from '../activity/record-setting-change.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireSecondPerson } from './second-person.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * Chooses whether a second person approves what changes decisions of the environment; requests under way stay. Switching it
 * off is such a change itself.
 */
export const putPublishApproval = async (
  context: EnvironmentContext,
  input: { readonly required: boolean },
): Promise<{ readonly required: boolean }> => {
  const { tenantId, environmentId } = context;
  const { required } = input;
  return inTransaction(context, async (trx) => {
    const before = await isApprovalRequired(trx, environmentId);
    if (before !== required) {
      if (!required) await requireSecondPerson(trx, context);
      await saveApprovalRequired(trx, tenantId, environmentId, required, changedBy(context));
      await recordSettingChange(trx, context, { publishApproval: before }, { publishApproval: required });
    }
    return { required };
  });
};
