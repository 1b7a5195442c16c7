import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Reports that are sent by e-mail, and every mail until some time after its end. */
export const createMail = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table report_schedule (
      tenant_id uuid not null references tenant,
      schedule_id uuid not null,
      environment_id uuid not null,
      page text not null,
      -- What of the page is sent: period and filters.
      question jsonb not null,
      recipients text[] not null,
      frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
      weekday smallint not null,
      day smallint not null,
      hour smallint not null,
      time_zone text not null,
      -- Of recipients who chose none in the console.
      language text not null,
      state text not null check (state in ('active', 'paused', 'stopped')),
      -- Why it stopped.
      stopped text,
      owner_id text not null,
      owner_name text not null,
      -- Of the owner's newest token, and when that was shown.
      owner_roles text[] not null,
      owner_directory_roles text[] not null,
      owner_seen_at timestamptz not null,
      -- Null while it is not active.
      next_at timestamptz,
      sent_at timestamptz,
      -- Asked for outside its times; null once that was sent.
      requested_at timestamptz,
      created_at timestamptz not null,
      changed_at timestamptz not null,
      primary key (tenant_id, schedule_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      check ((state = 'active') = (next_at is not null))
    );
    create index report_schedule_owner on report_schedule (tenant_id, owner_id);
    create index report_schedule_place on report_schedule (tenant_id, environment_id, page)`.execute(db);
  await isolateTenant(db, 'report_schedule', { app: ALL, ingest: ['select'] });
  await sql`
    create trigger forget_job_scheduled_report after delete on report_schedule
      for each row execute function forget_job('scheduledReport', 'schedule_id')`.execute(db);

  // The outbox: a mail to one recipient. What it says is removed when it has ended.
  await sql`
    create table mail (
      tenant_id uuid not null references tenant,
      mail_id uuid not null,
      environment_id uuid not null,
      -- Null for a mail that tries the mail server.
      schedule_id uuid,
      -- The person of the tenant who caused it, and is told where it fails.
      sender_id text not null,
      recipient text not null,
      subject text not null,
      -- {text, html, attachments: [{name, type, content}]}; null once it has ended.
      content jsonb,
      state text not null check (state in ('waiting', 'sent', 'failed')),
      attempts integer not null default 0,
      -- Of the last attempt: code of the error, and what the mail server answered.
      problem text,
      answer text,
      created_at timestamptz not null,
      ended_at timestamptz,
      primary key (tenant_id, mail_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      foreign key (tenant_id, schedule_id) references report_schedule (tenant_id, schedule_id) on delete cascade
    );
    create index mail_newest on mail (tenant_id, environment_id, created_at desc);
    create index mail_schedule on mail (tenant_id, schedule_id) where schedule_id is not null;
    create index mail_ended on mail (tenant_id, ended_at) where ended_at is not null`.execute(db);
  await isolateTenant(db, 'mail', { app: ALL, ingest: ['select', 'delete'] });
  await sql`
    create trigger forget_job_mail after delete on mail
      for each row execute function forget_job('mail', 'mail_id')`.execute(db);
};
