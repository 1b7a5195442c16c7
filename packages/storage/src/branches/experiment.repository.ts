import type { Decision } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** A branch that was, is or will be run beside production. Its parameters never change. */
export type StoredExperiment = {
  readonly id: Id;
  readonly branchId: Id;
  readonly sharePercent: number;
  /** The decision whose share is looked at first. */
  readonly watched: Decision;
  readonly startsAt: Date;
  /** Null: until it is stopped. */
  readonly endsAt: Date | null;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly stoppedBy: string | null;
  readonly stoppedAt: Date | null;
  readonly skipped: number;
  readonly failed: number;
};

const columns = [
  'experiment_id as id',
  'branch_id as branchId',
  'share_percent as sharePercent',
  'watched',
  'starts_at as startsAt',
  'ends_at as endsAt',
  'started_by as startedBy',
  'started_at as startedAt',
  'stopped_by as stoppedBy',
  'stopped_at as stoppedAt',
  'skipped',
  'failed',
] as const;

/** Experiments of some branches, newest first. */
export const listExperiments = async (
  trx: TenantTransaction,
  branchIds: readonly Id[],
): Promise<readonly StoredExperiment[]> =>
  branchIds.length === 0
    ? []
    : trx
        .selectFrom('experiment')
        .select(columns)
        .where('branch_id', 'in', branchIds)
        .orderBy('started_at', 'desc')
        .orderBy('experiment_id', 'desc')
        .execute();

/** Experiments that run at some instant or will run after it. */
export const listOpenExperiments = async (trx: TenantTransaction, at: Date): Promise<readonly StoredExperiment[]> =>
  trx
    .selectFrom('experiment')
    .select(columns)
    .where('stopped_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', at)]))
    .orderBy('experiment_id')
    .execute();

export const insertExperiment = async (
  trx: TenantTransaction,
  tenantId: Id,
  experiment: Omit<StoredExperiment, 'stoppedBy' | 'stoppedAt' | 'skipped' | 'failed'>,
): Promise<void> => {
  await trx
    .insertInto('experiment')
    .values({
      tenant_id: tenantId,
      experiment_id: experiment.id,
      branch_id: experiment.branchId,
      share_percent: experiment.sharePercent,
      watched: experiment.watched,
      starts_at: experiment.startsAt,
      ends_at: experiment.endsAt,
      started_by: experiment.startedBy,
      started_at: experiment.startedAt,
    })
    .execute();
};

export const stopStoredExperiment = async (
  trx: TenantTransaction,
  experimentId: Id,
  stopped: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .updateTable('experiment')
    .set({ stopped_by: stopped.by, stopped_at: stopped.at })
    .where('experiment_id', '=', experimentId)
    .execute();
};
