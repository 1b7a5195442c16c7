import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** What tills recorded, how people and terminals are scored by it each month, and what was found out about them. */
export const createLossPrevention = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table retail_staff (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- The pseudonym: made by chance, and all that other tables know of a person.
      staff text not null,
      -- As tills have it. Nothing else leads back to the person.
      code text not null,
      primary key (tenant_id, environment_id, staff),
      unique (tenant_id, environment_id, code),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create table retail_transaction (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      transaction_id text not null,
      -- The file that it came with.
      upload_id uuid,
      receipt_at timestamptz not null,
      day date not null,
      -- Its first day.
      month date not null,
      store_id text not null,
      terminal_id text not null,
      -- Null where the person was erased.
      staff text,
      receipt_id text,
      kind text not null,
      currency text not null,
      -- Units of 1e-4, positive; those of a return too.
      amount_units bigint not null,
      discount_units bigint not null,
      employee_discount_units bigint not null,
      primary key (tenant_id, environment_id, transaction_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index retail_transaction_month on retail_transaction (tenant_id, environment_id, month, transaction_id);
    create index retail_transaction_staff on retail_transaction (tenant_id, environment_id, staff, receipt_at);
    create index retail_transaction_terminal on retail_transaction (tenant_id, environment_id, terminal_id, receipt_at);
    create index retail_transaction_upload on retail_transaction (tenant_id, upload_id);
    create table retail_line (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      transaction_id text not null,
      line integer not null,
      upload_id uuid,
      item_id text not null,
      category text not null,
      amount_units bigint not null,
      discount_units bigint not null,
      manual_discount_units bigint not null,
      -- Of a returned item: whether the sale is named that it comes from.
      has_original boolean not null,
      primary key (tenant_id, environment_id, transaction_id, line)
    );
    create index retail_line_upload on retail_line (tenant_id, upload_id);
    create table retail_payment (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      transaction_id text not null,
      line integer not null,
      upload_id uuid,
      method_id text not null,
      amount_units bigint not null,
      -- A digest that tells cards apart.
      card text,
      primary key (tenant_id, environment_id, transaction_id, line)
    );
    create index retail_payment_upload on retail_payment (tenant_id, upload_id);
    create table retail_payment_method (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      method_id text not null,
      upload_id uuid,
      name text not null,
      kind text not null,
      primary key (tenant_id, environment_id, method_id)
    );
    create table retail_month (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      month date not null,
      -- Moves on with each change of its transactions; the month is scored again while scored is less.
      changed bigint not null default 1,
      scored bigint not null default 0,
      transactions bigint not null default 0,
      -- Hits and cases of each reason, of staff and of terminals.
      population jsonb,
      scored_at timestamptz,
      primary key (tenant_id, environment_id, month)
    );
    create table loss_score (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      kind text not null,
      -- The pseudonym of a person, or the id of a terminal.
      entity text not null,
      month date not null,
      score smallint not null,
      transactions bigint not null,
      -- [{currency, returns, discounts}], in units of 1e-4.
      amounts jsonb not null,
      -- ScoredReason of domain/loss-prevention/score-month.ts.
      reasons jsonb not null,
      primary key (tenant_id, environment_id, kind, entity, month)
    );
    create index loss_score_month on loss_score (tenant_id, environment_id, month, kind);
    create table loss_finding (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      finding_id uuid not null,
      kind text not null,
      entity text not null,
      disposition text not null,
      note text not null,
      created_by text not null,
      created_at timestamptz not null,
      primary key (tenant_id, finding_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index loss_finding_entity on loss_finding (tenant_id, environment_id, kind, entity, created_at)`.execute(db);
  for (const table of [
    'retail_staff',
    'retail_transaction',
    'retail_line',
    'retail_payment',
    'retail_payment_method',
    'retail_month',
    'loss_score',
    'loss_finding',
  ]) {
    await isolateTenant(db, table, { app: ALL });
  }
};
