import { transition, type EnvironmentEvent, type EnvironmentStatus, type TransitionActor } from '@redoubt/domain';
import { invariant } from '@redoubt/kernel';
import { setEnvironmentStatus, type StoredEnvironment, type TenantTransaction } from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { raiseNotice } from '../notices/raise-notice.ts';

const NEXT: Readonly<Partial<Record<EnvironmentStatus, EnvironmentEvent>>> = {
  New: 'workerStarted',
  CreateFailed: 'retry',
  Creating: 'resourcesReady',
};

/**
 * Takes an environment to Active from wherever its creation stopped: all that it needs are rows, which the transaction
 * has written by now.
 *
 * The caller moves the plan head on.
 *
 * @param by the person who asked for it; a failed creation is tried again in their name, everything else is the
 * system's own.
 */
export const activateEnvironment = async (
  trx: TenantTransaction,
  context: ServiceContext,
  environment: StoredEnvironment,
  by: TransitionActor,
): Promise<void> => {
  const nowMs = context.clock.now();
  let { status } = environment;
  for (let event = NEXT[status]; event !== undefined; event = NEXT[status]) {
    const state = { status, name: environment.name, isRoot: environment.parentId === null, statusSinceMs: nowMs };
    const actor: TransitionActor = event === 'retry' ? by : { kind: 'system' };
    const result = transition(state, event, { actor, nowMs, childCount: 0, environmentCount: 1 });
    invariant(result.allowed, `a creation may go from ${status} by ${event}`);
    status = result.to;
  }
  await setEnvironmentStatus(trx, environment.id, { status, reason: null }, changedBy(context));
  await recordActivity(trx, context, {
    operation: 'Update',
    type: 'Environment',
    id: environment.id,
    name: environment.name,
    environmentId: environment.id,
    original: { status: environment.status },
    modified: { status },
  });
  await raiseNotice(trx, context, {
    code: 'ENVIRONMENT-READY',
    severity: 'Success',
    params: { name: environment.name },
    link: '/environments',
    environmentId: environment.id,
  });
};
