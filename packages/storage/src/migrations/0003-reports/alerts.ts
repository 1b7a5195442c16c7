import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Alerts on series, when each was open, what was sent about them elsewhere, and who gets an e-mail. */
export const createAlerts = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table alert_subscription (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      -- What is watched, as the feature names it: 'caseThreshold:<id>', 'alert:<id>'.
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

  await sql`
    create table alert (
      tenant_id uuid not null references tenant,
      alert_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      -- {figure, target, decision, includeChildren, windowMinutes, condition, threshold, row, severity, notified, webhookUrl, silenceHours}
      definition jsonb not null,
      -- What webhooks are signed with, sealed; null where none was sent yet.
      webhook_secret text,
      -- No messages until then.
      muted_until timestamptz,
      -- The newest window that was measured, and its value; null where there was nothing to measure.
      checked_at timestamptz,
      value double precision,
      -- When people were told of it last, as opened or as still open.
      told_at timestamptz,
      created_by text not null,
      changed_by text not null,
      changed_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, alert_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      unique (tenant_id, environment_id, name_key)
    )`.execute(db);
  await isolateTenant(db, 'alert', { app: ALL, ingest: ['select'] });
  // A time in which the condition of an alert held.
  await sql`
    create table alert_incident (
      tenant_id uuid not null,
      incident_id uuid not null,
      environment_id uuid not null,
      alert_id uuid not null,
      opened_at timestamptz not null,
      seen_at timestamptz not null,
      closed_at timestamptz,
      -- At its opening, and the usual range then.
      value double precision,
      low double precision,
      high double precision,
      -- Messages about it, without that of its end.
      messages integer not null default 0,
      primary key (tenant_id, incident_id),
      foreign key (tenant_id, alert_id) references alert (tenant_id, alert_id) on delete cascade,
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    -- One cause is one open alert, however many nodes measure it.
    create unique index alert_incident_open on alert_incident (tenant_id, alert_id) where closed_at is null;
    create index alert_incident_newest on alert_incident (tenant_id, alert_id, opened_at desc);
    create index alert_incident_place on alert_incident (tenant_id, environment_id)`.execute(db);
  await isolateTenant(db, 'alert_incident', { app: ALL, ingest: ['select', 'delete'] });
  // What is sent to other systems; the body goes when it has ended.
  await sql`
    create table webhook (
      tenant_id uuid not null,
      webhook_id uuid not null,
      environment_id uuid not null,
      alert_id uuid not null,
      url text not null,
      body text,
      state text not null check (state in ('waiting', 'sent', 'failed')),
      attempts integer not null default 0,
      -- Of the last attempt: what went wrong, in words.
      problem text,
      created_at timestamptz not null,
      ended_at timestamptz,
      primary key (tenant_id, webhook_id),
      foreign key (tenant_id, alert_id) references alert (tenant_id, alert_id) on delete cascade,
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index webhook_alert on webhook (tenant_id, alert_id, created_at desc);
    create index webhook_place on webhook (tenant_id, environment_id);
    create index webhook_ended on webhook (tenant_id, ended_at) where ended_at is not null`.execute(db);
  await isolateTenant(db, 'webhook', { app: ALL, ingest: ['select', 'delete'] });
  await sql`
    create trigger forget_job_webhook after delete on webhook
      for each row execute function forget_job('webhook', 'webhook_id')`.execute(db);
};
