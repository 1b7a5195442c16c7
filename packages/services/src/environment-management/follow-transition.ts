import { transition, type EnvironmentEvent } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  listEnvironments,
  setEnvironmentStatus,
  type EnvironmentRecord,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { recordEnvironment } from './change-environment.ts';

/**
 * Follows one arrow of the state machine of environments as a job of the system, where the environment stands before it.
 *
 * @returns the environment as it was; undefined where the arrow does not begin there.
 */
export const followTransition = async (
  trx: TenantTransaction,
  context: ServiceContext,
  id: Id,
  event: EnvironmentEvent,
  reason: string | null = null,
): Promise<EnvironmentRecord | undefined> => {
  const nowMs = context.clock.now();
  await advancePlanHead(trx, context.tenantId, new Date(nowMs));
  const before = (await listEnvironments(trx)).find((each) => each.id === id);
  if (before === undefined) return undefined;
  const { status, name, parentId, changedAt, deletedAt, purgeAt } = before;
  const deletion = deletedAt && purgeAt ? { deletedAt, purgeAt } : null;
  const since = deletedAt ?? changedAt;
  const state = { status, name, isRoot: parentId === null, statusSinceMs: since.getTime() };
  const result = transition(state, event, {
    actor: { kind: 'system' },
    nowMs,
    childCount: 0,
    environmentCount: 1,
    ...(deletion === null ? {} : { undoWindowMs: deletion.purgeAt.getTime() - deletion.deletedAt.getTime() }),
  });
  if (!result.allowed) return undefined;
  await setEnvironmentStatus(trx, id, { status: result.to, reason, deletion }, changedBy(context));
  await recordEnvironment(trx, context, before, event === 'purgeDone' ? 'Delete' : 'Update', {
    original: { status },
    modified: { status: result.to, ...(reason === null ? {} : { reason }) },
  });
  return before;
};
