import type { BacktestStatus } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { factsOfJob, queueJob } from '../jobs/job.repository.ts';

export type NewRulePruning = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly assessment: string;
  readonly includeChildren: boolean;
  /** First and last day of events, `2026-03-04`, in UTC. */
  readonly from: string;
  readonly to: string;
  readonly startedBy: string;
  /** The person who is notified of its end. */
  readonly startedById?: string | null;
  readonly startedAt: Date;
};

export type StoredRulePruning = NewRulePruning & {
  readonly status: BacktestStatus;
  readonly eventsTotal: number;
  readonly eventsDone: number;
  /** Code of what went wrong. */
  readonly problem: string | null;
  readonly result: Json;
  readonly finishedAt: Date | null;
};

const selectPrunings = (trx: TenantTransaction, environmentId: Id) =>
  trx
    .selectFrom('rule_pruning as p')
    .innerJoin('job', (join) => join.onRef('job.subject_id', '=', 'p.pruning_id').on('job.kind', '=', 'rulePruning'))
    .select([
      'p.pruning_id as id',
      'p.environment_id as environmentId',
      'p.assessment',
      'p.include_children as includeChildren',
      sql<string>`p.from_day::text`.as('from'),
      sql<string>`p.to_day::text`.as('to'),
      ...factsOfJob,
    ])
    .where('p.environment_id', '=', environmentId);

/** Stores one that waits for its turn. */
export const insertRulePruning = async (
  trx: TenantTransaction,
  tenantId: Id,
  pruning: NewRulePruning,
): Promise<void> => {
  await trx
    .insertInto('rule_pruning')
    .values({
      tenant_id: tenantId,
      pruning_id: pruning.id,
      environment_id: pruning.environmentId,
      assessment: pruning.assessment,
      include_children: pruning.includeChildren,
      from_day: pruning.from,
      to_day: pruning.to,
      result: null,
    })
    .execute();
  await queueJob(trx, {
    tenantId,
    kind: 'rulePruning',
    subjectId: pruning.id,
    environmentId: pruning.environmentId,
    name: `${pruning.from} – ${pruning.to}`,
    askedBy: pruning.startedBy,
    askedById: pruning.startedById ?? null,
    askedAt: pruning.startedAt,
  });
};

export const findRulePruning = (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
): Promise<StoredRulePruning | undefined> =>
  selectPrunings(trx, environmentId).select('p.result').where('p.pruning_id', '=', id).executeTakeFirst();

/** Those of an assessment, newest first, without results. */
export const listRulePrunings = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: string,
  limit: number,
): Promise<readonly StoredRulePruning[]> => {
  const rows = await selectPrunings(trx, environmentId)
    .where('p.assessment', '=', assessment)
    .orderBy('job.asked_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, result: null }));
};

export const saveRulePruningResult = async (trx: TenantTransaction, id: Id, result: Json): Promise<void> => {
  await trx
    .updateTable('rule_pruning')
    .set({ result: JSON.stringify(result) })
    .where('pruning_id', '=', id)
    .execute();
};

/** Removes those that were asked for before a time, with their jobs. */
export const deleteRulePruningsBefore = async (trx: TenantTransaction, before: Date): Promise<void> => {
  const old = trx
    .selectFrom('job')
    .select('subject_id')
    .where('kind', '=', 'rulePruning')
    .where('asked_at', '<', before);
  await trx.deleteFrom('rule_pruning').where('pruning_id', 'in', old).execute();
};
