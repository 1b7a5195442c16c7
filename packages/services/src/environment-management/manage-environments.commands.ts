import type { ProvisionedEnvironment } from '@redoubt/contracts';
import type { EnvironmentChange, NewEnvironment } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { advancePlanHead, insertEnvironment, type StoredEnvironment, type TenantTransaction } from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import { createSupportRules } from '../rules/system-rules.ts';
import { inTransaction, within } from '../unit-of-work.ts';
import { activateEnvironment } from './activate-environment.ts';
import {
  applyChange,
  beginDeletion,
  follow,
  recordEnvironment,
  refuseTaken,
  undoDeletion,
} from './change-environment.ts';
import {
  readManaged,
  requireManaged,
  toProvisioned,
  type ManagedEnvironments,
  type ManagingContext,
} from './managed-environment.ts';

/** Writers of one tenant take turns from the plan head on, so what is read here is what stands. */
const change = (
  context: ManagingContext,
  work: (trx: TenantTransaction, managed: ManagedEnvironments) => Promise<Id>,
): Promise<ProvisionedEnvironment> =>
  inTransaction(context, async (trx) => {
    await advancePlanHead(trx, context.tenantId, new Date(context.clock.now()));
    const id = await work(trx, await readManaged(trx, context));
    const managed = await readManaged(trx, context);
    return toProvisioned(requireManaged(managed, id), managed);
  });

/**
 * Creates a child of the caller's environment, which takes events when this returns.
 *
 * @throws `ENV-NAME-TAKEN`, `ENV-API-ID-TAKEN`, `AUTH-FORBIDDEN`.
 */
export const createEnvironment = (context: ManagingContext, input: NewEnvironment): Promise<ProvisionedEnvironment> =>
  change(context, async (trx, managed) => {
    const parentId = managed.scope.id;
    refuseTaken(managed, { id: null, parentId }, input);
    const environment: StoredEnvironment = {
      ...input,
      id: newId(),
      parentId,
      status: follow(context, managed, { isRoot: false }, 'create'),
      statusReason: null,
      geography: managed.scope.geography,
      deviceFingerprintingId: newId(),
    };
    await insertEnvironment(trx, context.tenantId, environment, changedBy(context));
    await recordEnvironment(trx, context, environment, 'Create', {
      modified: { ...input, tags: [...input.tags], parentId, status: environment.status },
    });
    await activateEnvironment(trx, context, environment, context.by);
    const here = { ...context, environmentId: environment.id, capabilities: { decisionRules: 'write' } } as const;
    await createSupportRules(within(here, trx));
    return environment.id;
  });

/** Changes names, description and tags. @throws `ENV-UNKNOWN`, `ENV-STALE`, `ENV-NAME-TAKEN`, `ENV-TRANSITION-REFUSED`. */
export const changeEnvironment = (
  context: ManagingContext,
  id: string,
  input: EnvironmentChange,
): Promise<ProvisionedEnvironment> =>
  change(context, async (trx, managed) => {
    const before = requireManaged(managed, id);
    await applyChange(trx, context, managed, before, input);
    return before.id;
  });

/** Asks for the deletion. @throws `ENV-UNKNOWN`, `ENV-TRANSITION-REFUSED` with children, or in a state without one. */
export const deleteEnvironment = (context: ManagingContext, id: string): Promise<ProvisionedEnvironment> =>
  change(context, async (trx, managed) => {
    const before = requireManaged(managed, id);
    await beginDeletion(trx, context, managed, before);
    return before.id;
  });

/** Undoes a deletion. @throws `ENV-UNKNOWN`, `ENV-TRANSITION-REFUSED` where none is under way or its time is over. */
export const restoreEnvironment = (context: ManagingContext, id: string): Promise<ProvisionedEnvironment> =>
  change(context, async (trx, managed) => {
    const before = requireManaged(managed, id);
    await undoDeletion(trx, context, managed, before);
    return before.id;
  });
