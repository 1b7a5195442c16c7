import { purgeRetryDelayMs, transition, type EnvironmentEvent } from '@redoubt/domain';
import { invariant, MINUTE_MS, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  dropUnnamedPlanUnits,
  listEnvironments,
  purgeEnvironmentRows,
  setEnvironmentStatus,
  updateEnvironment,
  type Database,
  type EnvironmentRecord,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { ServiceContext } from '../context.ts';

/** Rows that one transaction removes at most, of one table. */
const ROWS = 1000;
const LOOK_MS = MINUTE_MS;
const FAILED = 'What is in the environment could not be removed; it is tried again.';

type Due = { readonly context: ServiceContext; readonly environment: EnvironmentRecord };

/** Environments whose deletion was asked for and can no longer be undone. */
const findDue = async (database: Database, clock: Clock): Promise<readonly Due[]> => {
  const due: Due[] = [];
  for (const { tenantId } of await database.listTenants()) {
    const context: ServiceContext = {
      database,
      clock,
      tenantId,
      actor: { kind: 'system', id: 'environment-purge', name: 'Redoubt' },
      correlationId: newId(),
    };
    for (const environment of await database.readTenant(tenantId, listEnvironments)) {
      const { status, purgeAt } = environment;
      const isOver = purgeAt !== null && purgeAt.getTime() <= clock.now();
      if (isOver && status !== 'Deleted' && status !== 'Active') due.push({ context, environment });
    }
  }
  return due;
};

/** Follows one arrow of the state machine where the environment stands before it; nothing where it does not. */
const follow = async (
  trx: TenantTransaction,
  context: ServiceContext,
  id: Id,
  event: EnvironmentEvent,
  reason: string | null = null,
): Promise<EnvironmentRecord | undefined> => {
  await advancePlanHead(trx, context.tenantId, new Date(context.clock.now()));
  const before = (await listEnvironments(trx)).find((each) => each.id === id);
  if (!before?.deletedAt || before.purgeAt === null) return undefined;
  const { status, name, parentId, deletedAt, purgeAt } = before;
  const undoWindowMs = purgeAt.getTime() - deletedAt.getTime();
  const result = transition({ status, name, isRoot: parentId === null, statusSinceMs: deletedAt.getTime() }, event, {
    actor: { kind: 'system' },
    nowMs: context.clock.now(),
    childCount: 0,
    environmentCount: 1,
    undoWindowMs,
  });
  if (!result.allowed) return undefined;
  await setEnvironmentStatus(
    trx,
    id,
    { status: result.to, reason, deletion: { deletedAt, purgeAt } },
    changedBy(context),
  );
  await recordActivity(trx, context, {
    operation: event === 'purgeDone' ? 'Delete' : 'Update',
    type: 'Environment',
    id,
    name,
    environmentId: id,
    original: { status },
    modified: { status: result.to },
  });
  return before;
};

const begin = (trx: TenantTransaction, { context, environment }: Due) =>
  follow(trx, context, environment.id, environment.status === 'DeleteFailed' ? 'retry' : 'windowOver');

const end = async (trx: TenantTransaction, { context, environment: { id } }: Due): Promise<void> => {
  const left = await purgeEnvironmentRows(trx, id, ROWS);
  if (left === null) return;
  invariant(left === 0, 'what is purged takes nothing in');
  const before = await follow(trx, context, id, 'purgeDone');
  if (before === undefined) return;
  const told = { name: before.name, friendlyName: null, description: '', tags: [] };
  await updateEnvironment(trx, id, told, changedBy(context));
  await dropUnnamedPlanUnits(trx);
};

/** Removes everything that is in one environment, in short transactions; one that stops is gone on with later. */
const purge = async (due: Due, signal: AbortSignal): Promise<void> => {
  const { context, environment } = due;
  const { database, tenantId } = context;
  if (environment.status !== 'Deleting') await database.inTenant(tenantId, (trx) => begin(trx, due));
  const step = () => database.inTenant(tenantId, (trx) => purgeEnvironmentRows(trx, environment.id, ROWS));
  while (!signal.aborted && ((await step()) ?? 0) > 0);
  if (!signal.aborted) await database.inTenant(tenantId, (trx) => end(trx, due));
};

/**
 * Purges every environment of every tenant whose time to undo its deletion is over.
 *
 * @param failures how often each failed in a row and when it did so last: it is left alone for a while, twice as long each
 * time.
 */
export const purgeEnvironments = async (
  database: Database,
  clock: Clock,
  signal: AbortSignal,
  failures: Map<Id, { readonly count: number; readonly atMs: number }> = new Map(),
): Promise<void> => {
  for (const due of await findDue(database, clock)) {
    const { context, environment } = due;
    const failed = failures.get(environment.id);
    const isResting = failed !== undefined && clock.now() - failed.atMs < purgeRetryDelayMs(failed.count);
    if (isResting || signal.aborted) continue;
    try {
      await purge(due, signal);
      failures.delete(environment.id);
      database.log.info({ tenantId: context.tenantId, environment: environment.id }, 'an environment was purged');
    } catch (error) {
      failures.set(environment.id, { count: (failed?.count ?? 0) + 1, atMs: clock.now() });
      database.log.error({ err: error, environment: environment.id }, 'an environment could not be purged');
      await database.inTenant(context.tenantId, (trx) => follow(trx, context, environment.id, 'purgeFailed', FAILED));
    }
  }
};

/** Looks at once and every minute. Several nodes may: each step holds the environment's row. */
export const watchEnvironments = (database: Database, clock: Clock): { readonly close: () => Promise<void> } => {
  const closing = new AbortController();
  const failures = new Map<Id, { count: number; atMs: number }>();
  const look = () =>
    purgeEnvironments(database, clock, closing.signal, failures).catch((error: unknown) =>
      database.log.warn({ err: error }, 'deleted environments could not be looked for; trying again'),
    );
  let looking: Promise<void> = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_MS);
  timer.unref();
  return {
    close: () => {
      closing.abort();
      clearInterval(timer);
      return looking;
    },
  };
};
