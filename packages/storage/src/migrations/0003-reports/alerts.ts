import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Who gets an e-mail when something that is watched comes to be above its threshold. */
export const createAlerts = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table alert_subscription (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- What is watched, as the feature names it: 'caseThreshold:<id>'.
      cause text not null,
      user_id text not null,
      -- Of the person's newest token, and when that was shown: mails are sent with their rights.
      roles text[] not null,
      directory_roles text[] not null,
      seen_at timestamptz not null,
      -- When the person was told last, and which crossing that was about: its moment.
      mailed_at timestamptz,
      mailed_for timestamptz,
      primary key (tenant_id, environment_id, cause, user_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index alert_subscription_user on alert_subscription (tenant_id, user_id)`.execute(db);
  await isolateTenant(db, 'alert_subscription', { app: ALL, ingest: ['select'] });
};
