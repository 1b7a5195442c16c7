import { fail, nameKey } from '@redoubt/domain';
import { newId, type Id, type Json } from '@redoubt/kernel';
import { advancePlanHead, type TenantTransaction } from '@redoubt/storage';
import type { Activity, Operation, ResourceType } from '../activity-entry.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireCurrent } from '../version-tag.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What every resource has that people name, change and delete. */
export type NamedResource = {
  readonly id: Id;
  readonly name: string;
  readonly changedBy: string;
  readonly version: number;
  /** Whose it is, where it is one assessment's. */
  readonly assessment?: string;
};

/** With what the error codes of a kind begin: `FUNCTION-STALE`. */
type CodePrefix = 'ALERT' | 'CALL' | 'EXTERNAL-ASSESSMENT' | 'FUNCTION' | 'QUEUE' | 'RULE' | 'TRACE' | 'VELOCITY-SET';

/** Who changes something, and when. */
export type Changed = ReturnType<typeof changedBy>;

/**
 * What one kind of resource is: a thing of an environment with a name, a version tag and entries in the activity log.
 * `createResource`, `changeResource` and `removeResource` do the rest for every kind.
 */
export type ResourceDescription<Stored extends NamedResource, Detail> = {
  readonly prefix: CodePrefix;
  /** What the activity log calls it. */
  readonly type: ResourceType;
  /** Where that is not the same for all of the kind. */
  readonly typeOf?: (stored: Stored) => ResourceType;
  readonly isName: (name: string) => boolean;
  /** Resources that may not have the name of another one; `own` is the one that is renamed. */
  readonly namesakes: (
    trx: TenantTransaction,
    environmentId: Id,
    own: Stored | null,
  ) => Promise<readonly { readonly id: Id | null; readonly name: string }[]>;
  /** Throws for one that is part of the product and cannot be changed. */
  readonly find: (
    trx: TenantTransaction,
    environmentId: Id,
    id: Id,
    lock?: boolean,
  ) => Promise<Stored | undefined> | undefined;
  /** The answer of every command. */
  readonly read: (trx: TenantTransaction, context: EnvironmentContext, id: Id) => Promise<Detail>;
  /** Lets writers take turns; where absent they move the plan head on, so that nothing is published meanwhile. */
  readonly takeTurn?: (trx: TenantTransaction, context: EnvironmentContext) => Promise<unknown>;
};

/** The resource, taken for this transaction, in the state the caller saw. Throws …-UNKNOWN, …-STALE. */
export const takeResource = async <Stored extends NamedResource, Detail>(
  { prefix, find }: Pick<ResourceDescription<Stored, Detail>, 'prefix' | 'find'>,
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
  tag: string | null,
): Promise<Stored> => {
  const stored = await find(trx, environmentId, id, true);
  if (!stored) throw fail(`${prefix}-UNKNOWN`, { id });
  if (tag !== null) requireCurrent(tag, stored.version, `${prefix}-STALE`, { name: stored.name, by: stored.changedBy });
  return stored;
};

/** Refuses a name that none of the kind may have, or that another one has. Throws …-NAME-INVALID, …-NAME-TAKEN. */
export const requireFreeName = async <Stored extends NamedResource, Detail>(
  { prefix, isName, namesakes }: Pick<ResourceDescription<Stored, Detail>, 'prefix' | 'isName' | 'namesakes'>,
  trx: TenantTransaction,
  environmentId: Id,
  name: string,
  own: Stored | null,
): Promise<void> => {
  if (!isName(name)) throw fail(`${prefix}-NAME-INVALID`, { name });
  const others = await namesakes(trx, environmentId, own);
  if (others.some((other) => other.id !== own?.id && nameKey(other.name) === nameKey(name)))
    throw fail(`${prefix}-NAME-TAKEN`, { name });
};

/** What the activity log keeps of a change. */
type Entry = {
  /** The new name, where it changes. */
  readonly name?: string;
  readonly original?: Json;
  readonly modified?: Json;
  readonly unconditional?: NonNullable<Activity['unconditional']>;
};

/** A resource while one transaction changes it. */
export type Change<Stored> = {
  readonly trx: TenantTransaction;
  readonly stored: Stored;
  readonly changed: Changed;
  readonly record: (operation: Operation, entry: Entry) => Promise<void>;
};

/** A resource that a transaction has taken. */
export const changeOf = <Stored extends NamedResource, Detail>(
  kind: Pick<ResourceDescription<Stored, Detail>, 'type' | 'typeOf'>,
  trx: TenantTransaction,
  context: EnvironmentContext,
  stored: Stored,
): Change<Stored> => {
  const { id, name } = stored;
  const { environmentId } = context;
  const type = kind.typeOf?.(stored) ?? kind.type;
  const about = stored.assessment === undefined ? {} : { assessment: stored.assessment };
  return {
    trx,
    stored,
    changed: changedBy(context),
    record: (operation, entry) =>
      recordActivity(trx, context, {
        operation,
        type,
        id,
        environmentId,
        ...about,
        ...entry,
        name: entry.name ?? name,
      }),
  };
};

const takeTurnOf =
  <Stored extends NamedResource, Detail>({ takeTurn }: ResourceDescription<Stored, Detail>) =>
  async (trx: TenantTransaction, context: EnvironmentContext, { at }: Changed): Promise<void> => {
    if (takeTurn) await takeTurn(trx, context);
    else await advancePlanHead(trx, context.tenantId, at);
  };

/** One transaction with a resource as the caller saw it, whatever its state with a null tag. Throws …-UNKNOWN, …-STALE. */
export const withResource = async <Stored extends NamedResource, Detail, Result>(
  kind: ResourceDescription<Stored, Detail>,
  context: EnvironmentContext,
  id: Id,
  tag: string | null,
  work: (change: Change<Stored>) => Promise<Result>,
  turn: 'turn' | 'noTurn' = 'turn',
): Promise<Result> => {
  const { environmentId } = context;
  return inTransaction(context, async (trx) => {
    if (turn === 'turn') await takeTurnOf(kind)(trx, context, changedBy(context));
    const stored = await takeResource(kind, trx, environmentId, id, tag);
    return work(changeOf(kind, trx, context, stored));
  });
};

/**
 * Makes a resource. `insert` writes it and gives what the activity log keeps. Throws …-NAME-INVALID, …-NAME-TAKEN.
 *
 * @param name checked and free when `insert` is called.
 */
export const createResource = async <Stored extends NamedResource, Detail>(
  kind: ResourceDescription<Stored, Detail>,
  context: EnvironmentContext,
  name: string,
  insert: (made: { readonly trx: TenantTransaction; readonly id: Id; readonly changed: Changed }) => Promise<Json>,
): Promise<Detail> => {
  const { environmentId } = context;
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await takeTurnOf(kind)(trx, context, changed);
    await requireFreeName(kind, trx, environmentId, name, null);
    const id = newId();
    const modified = await insert({ trx, id, changed });
    await recordActivity(trx, context, { operation: 'Create', type: kind.type, id, name, environmentId, modified });
    return kind.read(trx, context, id);
  });
};

/** Changes a resource as the caller saw it, whatever its state with a null tag. Throws …-UNKNOWN, …-STALE. */
export const changeResource = async <Stored extends NamedResource, Detail>(
  kind: ResourceDescription<Stored, Detail>,
  context: EnvironmentContext,
  id: Id,
  tag: string | null,
  work: (change: Change<Stored>) => Promise<unknown>,
  turn: 'turn' | 'noTurn' = 'turn',
): Promise<Detail> => {
  const answer = async (change: Change<Stored>): Promise<Detail> => {
    await work(change);
    return kind.read(change.trx, context, id);
  };
  return withResource(kind, context, id, tag, answer, turn);
};

/** Deletes a resource. `remove` does, and gives what the activity log keeps. Throws …-UNKNOWN, …-STALE. */
export const removeResource = async <Stored extends NamedResource, Detail>(
  kind: ResourceDescription<Stored, Detail>,
  context: EnvironmentContext,
  id: Id,
  tag: string | null,
  remove: (change: Change<Stored>) => Promise<Json>,
): Promise<void> =>
  withResource(kind, context, id, tag, async (change) => change.record('Delete', { original: await remove(change) }));
