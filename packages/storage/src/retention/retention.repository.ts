import type { RetentionKind, RetentionPeriods } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** What an environment says of how long data is kept; its version counts from 1. */
export type StoredRetention = {
  readonly periods: RetentionPeriods;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

/** By environment, of those that ever said something. */
export const listRetention = async (trx: TenantTransaction): Promise<ReadonlyMap<Id, StoredRetention>> => {
  const rows = await trx
    .selectFrom('retention_settings')
    .select(['environment_id as id', 'periods', 'changed_by as changedBy', 'changed_at as changedAt', 'version'])
    .execute();
  return new Map(rows.map(({ id, ...stored }) => [id, stored]));
};

export const saveRetention = async (
  trx: TenantTransaction,
  tenantId: Id,
  environmentId: Id,
  periods: RetentionPeriods,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = { periods: JSON.stringify(periods), changed_by: by, changed_at: at };
  await trx
    .insertInto('retention_settings')
    .values({ tenant_id: tenantId, environment_id: environmentId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id'])
        .doUpdateSet((eb) => ({ ...content, version: eb('retention_settings.version', '+', 1) })),
    )
    .execute();
};

/** What a run did with one kind of data. */
export type RetentionRun = {
  readonly environmentId: Id;
  readonly kind: RetentionKind;
  readonly askedAt: Date;
  readonly border: Date;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly storedBefore: number;
  readonly oldestBefore: Date | null;
  readonly removed: number;
  readonly removedBytes: number;
  readonly storedAfter: number | null;
  readonly oldestAfter: Date | null;
  readonly held: number | null;
  readonly youngerBefore: number;
  readonly youngerDigestBefore: string;
  readonly youngerAfter: number | null;
  readonly youngerDigestAfter: string | null;
};

const RUN_COLUMNS = [
  'environment_id as environmentId',
  'kind',
  'asked_at as askedAt',
  'border',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'stored_before as storedBefore',
  'oldest_before as oldestBefore',
  'removed',
  'removed_bytes as removedBytes',
  'stored_after as storedAfter',
  'oldest_after as oldestAfter',
  'held',
  'younger_before as youngerBefore',
  'younger_digest_before as youngerDigestBefore',
  'younger_after as youngerAfter',
  'younger_digest_after as youngerDigestAfter',
] as const;

/** The newest runs of an environment. */
export const listRetentionRuns = (
  trx: TenantTransaction,
  environmentId: Id,
  most: number,
): Promise<readonly RetentionRun[]> =>
  trx
    .selectFrom('retention_run')
    .select(RUN_COLUMNS)
    .where('environment_id', '=', environmentId)
    .orderBy('asked_at', 'desc')
    .orderBy('kind')
    .limit(most)
    .execute();

/** Notes that a run begins, or finds it as it was left: it keeps the border and the counts of its beginning. */
export const beginRetentionRun = async (
  trx: TenantTransaction,
  tenantId: Id,
  run: Omit<
    RetentionRun,
    | 'finishedAt'
    | 'removed'
    | 'removedBytes'
    | 'storedAfter'
    | 'oldestAfter'
    | 'held'
    | 'youngerAfter'
    | 'youngerDigestAfter'
  >,
): Promise<RetentionRun> => {
  await trx
    .insertInto('retention_run')
    .values({
      tenant_id: tenantId,
      environment_id: run.environmentId,
      kind: run.kind,
      asked_at: run.askedAt,
      border: run.border,
      started_at: run.startedAt,
      stored_before: run.storedBefore,
      oldest_before: run.oldestBefore,
      younger_before: run.youngerBefore,
      younger_digest_before: run.youngerDigestBefore,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return findRun(trx, run).executeTakeFirstOrThrow();
};

type RunKey = Pick<RetentionRun, 'environmentId' | 'kind' | 'askedAt'>;

const findRun = (trx: TenantTransaction, { environmentId, kind, askedAt }: RunKey) =>
  trx
    .selectFrom('retention_run')
    .select(RUN_COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('asked_at', '=', askedAt);

export const endRetentionRun = async (
  trx: TenantTransaction,
  { environmentId, kind, askedAt }: RunKey,
  end: {
    readonly at: Date;
    readonly removedMore: number;
    readonly storedAfter: number;
    readonly oldestAfter: Date | null;
    readonly held: number;
    readonly youngerAfter: number;
    readonly youngerDigestAfter: string;
  },
): Promise<RetentionRun> => {
  await trx
    .updateTable('retention_run')
    .set((eb) => ({
      finished_at: end.at,
      removed: eb('removed', '+', end.removedMore),
      stored_after: end.storedAfter,
      oldest_after: end.oldestAfter,
      held: end.held,
      younger_after: end.youngerAfter,
      younger_digest_after: end.youngerDigestAfter,
    }))
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('asked_at', '=', askedAt)
    .execute();
  return findRun(trx, { environmentId, kind, askedAt }).executeTakeFirstOrThrow();
};

/** Keeps the newest runs of each kind. */
export const forgetRetentionRuns = async (trx: TenantTransaction, environmentId: Id, kept: number): Promise<void> => {
  await sql`
    delete from retention_run r where r.environment_id = ${environmentId} and r.asked_at < (
      select asked_at from retention_run o
       where o.environment_id = r.environment_id and o.kind = r.kind
       order by asked_at desc offset ${kept} limit 1)`.execute(trx);
};
