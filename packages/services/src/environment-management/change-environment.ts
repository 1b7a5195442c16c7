import {
  DEFAULT_UNDO_WINDOW_MS,
  fail,
  nameKey,
  transition,
  type EnvironmentChange,
  type EnvironmentEvent,
  type EnvironmentStatus,
  type TransitionActor,
} from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  findCreation,
  setEnvironmentStatus,
  updateEnvironment,
  type EnvironmentRecord,
  type StoredEnvironment,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Operation } from '../activity-entry.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { requireCurrent } from '../version-tag.ts';

/** Who changes an environment, and how long they can undo a deletion. */
export type ChangingContext = ServiceContext & {
  /** What the caller holds where the environment stands. */
  readonly by: TransitionActor;
  /** The documented fortnight where absent. */
  readonly undoWindowMs?: number | undefined;
};

/** Every environment of the tenant that is not gone. */
type Present = { readonly all: readonly EnvironmentRecord[] };

/** Writes down what happened to an environment. */
export const recordEnvironment = (
  trx: TenantTransaction,
  context: ServiceContext,
  { id, name }: Pick<StoredEnvironment, 'id' | 'name'>,
  operation: Operation,
  values: { readonly original?: Json; readonly modified?: Json },
): Promise<void> =>
  recordActivity(trx, context, { operation, type: 'Environment', id, name, environmentId: id, ...values });

/** @throws `ENV-NAME-TAKEN`, `ENV-API-ID-TAKEN` where a sibling has it. */
export const refuseTaken = (
  { all }: Present,
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

const refusedTo = ({ by }: ChangingContext, isRoot: boolean): string => {
  if (by.kind === 'application') return 'Provisioning_API';
  return isRoot ? 'rootEnvironments:write' : 'childEnvironments:write';
};

/**
 * Where an event takes an environment; without a record it is about to be created.
 *
 * @throws `AUTH-FORBIDDEN`, `ENV-TRANSITION-REFUSED` with why.
 */
export const follow = (
  context: ChangingContext,
  { all }: Present,
  environment: EnvironmentRecord | { readonly isRoot: boolean },
  event: EnvironmentEvent,
  typedName?: string,
): EnvironmentStatus => {
  const record = 'id' in environment ? environment : null;
  const isRoot = 'id' in environment ? environment.parentId === null : environment.isRoot;
  const { deletedAt = null, purgeAt = null } = record ?? {};
  const result = transition(
    {
      status: record?.status ?? null,
      name: record?.name ?? '',
      isRoot,
      statusSinceMs: (deletedAt ?? record?.changedAt)?.getTime() ?? 0,
    },
    event,
    {
      actor: context.by,
      nowMs: context.clock.now(),
      childCount: all.filter(({ parentId }) => parentId === record?.id).length,
      environmentCount: all.filter((each) => each.deletedAt === null).length,
      ...(typedName === undefined ? {} : { typedName }),
      ...(deletedAt && purgeAt ? { undoWindowMs: purgeAt.getTime() - deletedAt.getTime() } : {}),
    },
  );
  if (result.allowed) return result.to;
  if (result.why === 'notAllowed') throw fail('AUTH-FORBIDDEN', { permission: refusedTo(context, isRoot) });
  throw fail('ENV-TRANSITION-REFUSED', { why: result.why, status: record?.status ?? '', name: record?.name ?? '' });
};

/** Changes names, description and tags. @throws `ENV-STALE`, `ENV-NAME-TAKEN`, `ENV-TRANSITION-REFUSED`. */
export const applyChange = async (
  trx: TenantTransaction,
  context: ServiceContext,
  present: Present,
  before: EnvironmentRecord,
  { version, ...input }: EnvironmentChange,
): Promise<void> => {
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
  if (JSON.stringify(original) === JSON.stringify(modified)) return;
  refuseTaken(present, before, { name: modified.name, customerApiId: null });
  await updateEnvironment(trx, before.id, modified, changedBy(context));
  const operation = original.name === modified.name ? 'Update' : 'Rename';
  await recordEnvironment(trx, context, { id: before.id, name: modified.name }, operation, { original, modified });
};

/**
 * Begins a deletion: no event is taken from now on, and everything is still there until the time to undo it is over.
 * Asking again changes nothing.
 */
export const beginDeletion = async (
  trx: TenantTransaction,
  context: ChangingContext,
  present: Present,
  before: EnvironmentRecord,
  typedName?: string,
): Promise<void> => {
  if (before.status === 'SoftDeleting') return;
  const status = follow(context, present, before, 'delete', typedName);
  const deletedAt = new Date(context.clock.now());
  const purgeAt = new Date(deletedAt.getTime() + (context.undoWindowMs ?? DEFAULT_UNDO_WINDOW_MS));
  const next = { status, reason: null, deletion: { deletedAt, purgeAt } };
  await setEnvironmentStatus(trx, before.id, next, changedBy(context));
  await recordEnvironment(trx, context, before, 'Delete', {
    original: { status: before.status },
    modified: { status, undoUntil: purgeAt.toISOString() },
  });
  await raiseNotice(trx, context, {
    code: 'ENVIRONMENT-DELETED',
    severity: 'Warning',
    params: { name: before.name, by: context.actor.name, date: purgeAt.toISOString().slice(0, 10) },
    link: `/environments?open=${before.id}`,
    environmentId: before.parentId,
    authorId: context.actor.id,
  });
};

/** Undoes a deletion; what was never created in full waits for its creation to be tried again. */
export const undoDeletion = async (
  trx: TenantTransaction,
  context: ChangingContext,
  present: Present,
  before: EnvironmentRecord,
): Promise<void> => {
  const isUnfinished = (await findCreation(trx, before.id)) !== undefined;
  const status = follow(context, present, before, isUnfinished ? 'undoUnfinished' : 'undo');
  await setEnvironmentStatus(trx, before.id, { status, reason: null, deletion: null }, changedBy(context));
  await recordEnvironment(trx, context, before, 'Update', {
    original: { status: before.status },
    modified: { status },
  });
  await raiseNotice(trx, context, {
    code: 'ENVIRONMENT-RESTORED',
    severity: 'Information',
    params: { name: before.name, by: context.actor.name },
    link: `/environments?open=${before.id}`,
    environmentId: before.parentId,
    authorId: context.actor.id,
  });
};
