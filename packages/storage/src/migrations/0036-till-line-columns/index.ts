import { sql, type Kysely } from 'kysely';

/** Further columns of the files of sales and payments, and which of their lines were voided at the till. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table retail_line
      add column is_voided boolean not null default false,
      -- What the file says about the item and its export, by column.
      add column details jsonb,
      -- What it says about the customer, who can have it erased.
      add column customer jsonb;
    alter table retail_payment
      add column is_voided boolean not null default false,
      -- The pseudonym of who took the payment; null where the file does not say, or the person was erased.
      add column staff text,
      add column details jsonb,
      add column customer jsonb`.execute(db);
};
