import { sql, type Kysely } from 'kysely';

/**
 * Amounts among the attributes that queues are ordered by, in one currency; cases of a rule that asks for few; how long a threshold is
 * silent after a mail.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    -- What cases are ordered by where an attribute has numbers: those that are amounts (AMOUNT_ATTRIBUTES of domain/cases/queue.ts)
    -- at the rate of the case. A column, because row-level security keeps expressions out of what an index is searched by.
    alter table review_case add column order_rank double precision
      generated always as (order_number * case when order_path in ('totalAmount', 'salesTax') then rate else 1 end) stored;
    drop index review_case_number, review_case_text;
    create index review_case_number on review_case (tenant_id, environment_id, queue_id, order_rank, position)
      where outcome is null and order_rank is not null;
    create index review_case_text on review_case (tenant_id, environment_id, queue_id, order_text, position)
      where outcome is null and order_rank is null;
    -- Every rule has a length: a statement that does not say so cannot use this index, which a planner without statistics would take
    -- before those that give an order.
    create index review_case_rule on review_case (tenant_id, environment_id, queue_id, rule)
      where outcome is null and length(rule) >= 0;
    alter table case_threshold add column silence_minutes integer not null default 240`.execute(db);
};
