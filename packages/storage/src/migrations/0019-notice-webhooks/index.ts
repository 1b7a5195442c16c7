import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Addresses of people's own that notices are sent to, beside the console and mails. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table notice_webhook (
      tenant_id uuid not null references tenant,
      user_id text not null,
      url text not null,
      -- Sealed.
      secret text not null,
      -- Messages in a row that were not taken.
      failures smallint not null default 0,
      -- Why the last one was not; null where it was.
      problem text,
      -- No node sends before: one is sending, or the receiver is given time.
      next_try_at timestamptz not null,
      sent_at timestamptz,
      -- After too many failures, until the person tests or saves it again.
      stopped_at timestamptz,
      primary key (tenant_id, user_id)
    )`.execute(db);
  await isolateTenant(db, 'notice_webhook', { app: ALL });

  // Notices raised after this moment are sent to the webhook; null: none.
  await sql`
    alter table notice_subscription add column webhook_since timestamptz;
    create index notice_subscription_webhook on notice_subscription (tenant_id, type) where webhook_since is not null;
    alter table notice_delivery add column channel text not null default 'mail' check (channel in ('mail', 'webhook'));
    alter table notice_delivery drop constraint notice_delivery_pkey;
    alter table notice_delivery add primary key (tenant_id, notice_id, user_id, channel)`.execute(db);
};
