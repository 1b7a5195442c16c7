import { sql, type Kysely } from 'kysely';

/** The further columns of till transactions: what scores read, what is kept as it is, and what may name a customer. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table retail_transaction
      -- Discount keyed in on the total, in units of 1e-4.
      add column manual_discount_units bigint not null default 0,
      -- Of a return: whether it names the receipt of the sale.
      add column has_original boolean not null default false,
      -- Columns of the file about the sale, the till and the export, by name.
      add column details jsonb,
      -- Those that name or may name a customer.
      add column customer jsonb`.execute(db);
};
