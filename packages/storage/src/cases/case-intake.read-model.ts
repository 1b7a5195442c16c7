import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** What settles how reviews of a tenant become cases. */
export type StoredCaseIntake = {
  /** How long new cases settle, by environment; those without a choice are absent. */
  readonly holds: ReadonlyMap<Id, number>;
  /** Besides General. */
  readonly queues: readonly {
    readonly environmentId: Id;
    readonly assessment: string;
    readonly id: Id;
    readonly name: string;
    readonly timeoutMs: number;
    readonly orderBy: string;
  }[];
};

export const readCaseIntake = async (trx: TenantTransaction): Promise<StoredCaseIntake> => {
  const holds = await trx.selectFrom('case_settings').select(['environment_id', 'hold_ms']).execute();
  const queues = await trx
    .selectFrom('case_queue')
    .select([
      'environment_id as environmentId',
      'assessment',
      'queue_id as id',
      'name',
      'timeout_ms as timeoutMs',
      'order_by as orderBy',
    ])
    // The state of a plan is compared with the one before.
    .orderBy('queue_id')
    .execute();
  return { holds: new Map(holds.map((row) => [row.environment_id, row.hold_ms])), queues };
};
