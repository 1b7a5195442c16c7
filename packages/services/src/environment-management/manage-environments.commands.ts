import type { ProvisionedEnvironment } from '@redoubt/contracts';
import {
  DEFAULT_UNDO_WINDOW_MS,
  fail,
  nameKey,
  transition,
  type EnvironmentChange,
  type EnvironmentEvent,
  type NewEnvironment,
} from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  insertEnvironment,
  setEnvironmentStatus,
  updateEnvironment,
  type EnvironmentRecord,
  type StoredEnvironment,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Operation } from '../activity-entry.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { createSupportRules } from '../rules/system-rules.ts';
import { requireCurrent } from '../version-tag.ts';
import { activateEnvironment } from './activate-environment.ts';
import {
  readManaged,
  requireManaged,
  toProvisioned,
  type ManagedEnvironments,
  type ManagingContext,
} from './managed-environment.ts';
import { inTransaction, within } from '../unit-of-work.ts';

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

const refuseTaken = (
  { all }: ManagedEnvironments,
  place: { readonly id: Id | null; readonly parentId: Id | null },
  wanted: { readonly name: string; readonly customerApiId: string | null },
): void => {
  const siblings = all.filter(({ id, parentId }) => parentId === place.parentId && id !== place.id);
  if (siblings.some(({ name }) => nameKey(name) === nameKey(wanted.name))) {
    throw fail('ENV-NAME-TAKEN', { name: wanted.name });
  }
  const apiId = wanted.customerApiId?.toLowerCase();
  if (apiId !== undefined && siblings.some(({ customerApiId }) => customerApiId?.toLowerCase() === apiId)) {
    throw fail('ENV-API-ID-TAKEN', { customerApiId: wanted.customerApiId ?? '' });
  }
};

/** Where an event takes an environment. @throws `AUTH-FORBIDDEN`, `ENV-TRANSITION-REFUSED` with why. */
const follow = (
  context: ManagingContext,
  managed: ManagedEnvironments,
  record: Pick<EnvironmentRecord, 'id' | 'name' | 'status' | 'parentId' | 'deletedAt' | 'changedAt'> | null,
  event: EnvironmentEvent,
) => {
  const result = transition(
    {
      status: record?.status ?? null,
      name: record?.name ?? '',
      isRoot: record !== null && record.parentId === null,
      statusSinceMs: (record?.deletedAt ?? record?.changedAt)?.getTime() ?? 0,
    },
    event,
    {
      actor: context.by,
      nowMs: context.clock.now(),
      childCount: managed.all.filter(({ parentId }) => parentId === record?.id).length,
      environmentCount: managed.all.filter(({ deletedAt }) => deletedAt === null).length,
    },
  );
  if (result.allowed) return result.to;
  if (result.why === 'notAllowed') throw fail('AUTH-FORBIDDEN', { permission: 'Provisioning_API' });
  throw fail('ENV-TRANSITION-REFUSED', { why: result.why, status: record?.status ?? '', name: record?.name ?? '' });
};

const record = (
  trx: TenantTransaction,
  context: ManagingContext,
  { id, name }: Pick<StoredEnvironment, 'id' | 'name'>,
  operation: Operation,
  values: { readonly original?: Json; readonly modified?: Json },
): Promise<void> =>
  recordActivity(trx, context, { operation, type: 'Environment', id, name, environmentId: id, ...values });

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
      status: follow(context, managed, null, 'create'),
      statusReason: null,
      geography: managed.scope.geography,
      deviceFingerprintingId: newId(),
    };
    await insertEnvironment(trx, context.tenantId, environment, changedBy(context));
    await record(trx, context, environment, 'Create', {
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
  { version, ...input }: EnvironmentChange,
): Promise<ProvisionedEnvironment> =>
  change(context, async (trx, managed) => {
    const before = requireManaged(managed, id);
    if (version !== undefined) requireCurrent(version, before.version, 'ENV-STALE');
    if (before.deletedAt !== null) {
      throw fail('ENV-TRANSITION-REFUSED', { why: 'beingDeleted', status: before.status, name: before.name });
    }
    const factsOf = ({ name, friendlyName, description, tags }: StoredEnvironment) => ({
      name,
      friendlyName,
      description,
      tags: [...tags],
    });
    const original = factsOf(before);
    const modified = factsOf({ ...before, ...input });
    if (JSON.stringify(original) === JSON.stringify(modified)) return before.id;
    refuseTaken(managed, before, { name: modified.name, customerApiId: null });
    await updateEnvironment(trx, before.id, modified, changedBy(context));
    const operation = original.name === modified.name ? 'Update' : 'Rename';
    await record(trx, context, { id: before.id, name: modified.name }, operation, { original, modified });
    return before.id;
  });

/**
 * Asks for the deletion: the environment takes no events from now on, and everything is still there until the time to
 * undo it is over. Asking again changes nothing.
 *
 * @throws `ENV-UNKNOWN`, `ENV-TRANSITION-REFUSED` with children, or in a state that knows no deletion.
 */
export const deleteEnvironment = (context: ManagingContext, id: string): Promise<ProvisionedEnvironment> =>
  change(context, async (trx, managed) => {
    const before = requireManaged(managed, id);
    if (before.status === 'SoftDeleting') return before.id;
    const status = follow(context, managed, before, 'delete');
    const deletedAt = new Date(context.clock.now());
    const purgeAt = new Date(deletedAt.getTime() + DEFAULT_UNDO_WINDOW_MS);
    const next = { status, reason: null, deletion: { deletedAt, purgeAt } };
    await setEnvironmentStatus(trx, before.id, next, changedBy(context));
    await record(trx, context, before, 'Delete', {
      original: { status: before.status },
      modified: { status, undoUntil: purgeAt.toISOString() },
    });
    return before.id;
  });

/** Undoes a deletion. @throws `ENV-UNKNOWN`, `ENV-TRANSITION-REFUSED` where none is under way or its time is over. */
export const restoreEnvironment = (context: ManagingContext, id: string): Promise<ProvisionedEnvironment> =>
  change(context, async (trx, managed) => {
    const before = requireManaged(managed, id);
    const status = follow(context, managed, before, 'undo');
    await setEnvironmentStatus(trx, before.id, { status, reason: null, deletion: null }, changedBy(context));
    await record(trx, context, before, 'Update', { original: { status: before.status }, modified: { status } });
    return before.id;
  });
