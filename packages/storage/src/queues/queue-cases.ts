import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Who moves the cases of a queue, and when. */
type Mover = { readonly id: string; readonly name: string; readonly at: Date };

type QueuePlace = { readonly environmentId: Id; readonly queueId: Id };

/** Whether a queue has open cases, and whether an agent has one of them now. */
export const readOpenCases = async (
  trx: TenantTransaction,
  { environmentId, queueId }: QueuePlace,
  at: Date,
): Promise<{ readonly open: number; readonly inReview: number }> => {
  const { rows } = await sql<{ readonly open: number; readonly inReview: number }>`
    select count(*)::int as open, (count(*) filter (where lease_until > ${at}))::int as "inReview"
      from review_case
     where environment_id = ${environmentId} and queue_id = ${queueId} and outcome is null`.execute(trx);
  return rows[0] ?? { open: 0, inReview: 0 };
};

/**
 * Moves the open cases of a queue, none of which an agent has now, to another one, each with its entry. Their time-out
 * begins again, as `move` of `domain/cases/case-lifecycle.ts` says. Answers how many there were.
 */
export const moveOpenCases = async (
  trx: TenantTransaction,
  { environmentId, queueId }: QueuePlace,
  to: { readonly queueId: Id; readonly name: string; readonly timeoutMs: number },
  { id, name, at }: Mover,
): Promise<number> => {
  const { rows } = await sql`
    with moved as (
      update review_case
         set queue_id = ${to.queueId}, lease_agent_id = null, lease_agent = null, lease_since = null,
             lease_until = null, lease_extensions = 0, assignee_id = null, assignee = null, order_path = '', order_text = null,
             order_number = null,
             due_at = greatest(settles_at, ${at}::timestamptz) + ${to.timeoutMs} * interval '1 millisecond',
             version = version + 1
       where environment_id = ${environmentId} and queue_id = ${queueId} and outcome is null
      returning tenant_id, environment_id, kind, event_id, version
    )
    insert into case_entry (tenant_id, environment_id, kind, event_id, number, at, actor_id, actor, source, action, body)
      select tenant_id, environment_id, kind, event_id, version, ${at}, ${id}, ${name}, 'Manager', 'move',
          ${JSON.stringify({ queue: to.name, queueId: to.queueId, timeoutMs: to.timeoutMs })}::json
        from moved
      returning 1`.execute(trx);
  return rows.length;
};

/** Forgets the values that open cases of a queue were ordered by: those of an attribute that no longer orders them. */
export const clearOrderValues = async (
  trx: TenantTransaction,
  { environmentId, queueId }: QueuePlace,
): Promise<void> => {
  await trx
    .updateTable('review_case')
    .set({ order_path: '', order_text: null, order_number: null })
    .where('environment_id', '=', environmentId)
    .where('queue_id', '=', queueId)
    .where('outcome', 'is', null)
    .execute();
};
