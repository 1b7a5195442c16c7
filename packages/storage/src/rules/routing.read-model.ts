import type { LoggedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';

export type QueueName = { readonly id: Id; readonly name: string };

/** Queues of an assessment in an environment besides General, by name. */
export const listQueuesOf = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: string,
): Promise<readonly QueueName[]> =>
  trx
    .selectFrom('case_queue')
    .select(['queue_id as id', 'name'])
    .where('environment_id', '=', environmentId)
    .where('assessment', '=', assessment)
    .orderBy('name_key')
    .execute();

/** Cases that one clause routed; rule and clause are null for those that no rule did. */
export type RoutedCases = { readonly rule: string | null; readonly clause: string | null; readonly cases: number };

/** How the cases of a kind that came in a time were routed, the most first. */
export const readRoutedCases = async (
  trx: TenantTransaction,
  {
    tenantId,
    environmentId,
    kind,
    from,
    to,
  }: {
    readonly tenantId: Id;
    readonly environmentId: Id;
    readonly kind: LoggedKind;
    readonly from: Date;
    readonly to: Date;
  },
): Promise<readonly RoutedCases[]> => {
  const { rows } = await sql<RoutedCases>`
    select routed_rule as rule, routed_clause as clause, count(*)::integer as cases
      from review_case
     where tenant_id = ${tenantId}::uuid and environment_id = ${environmentId}::uuid and kind = ${kindCodeOf(kind)}
       and received_at >= ${from} and received_at < ${to}
     group by 1, 2
     order by 3 desc, 1, 2`.execute(trx);
  return rows;
};
