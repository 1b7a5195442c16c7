import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL, DERIVED } from '../0001-schema/privileges.ts';

/** Sums that the report of cases is read from, and thresholds that it watches. */
export const createCaseReport = async (db: Kysely<never>): Promise<void> => {
  // Decisions of an hour, written with the entry that decided; one that is undone is taken off again. What entries say of
  // them, so that they can be summed anew.
  await sql`
    create table case_decision_hour (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      hour timestamptz not null,
      kind smallint not null,
      queue_id uuid not null,
      -- Empty at a time-out.
      agent_id text not null,
      source text not null check (source in ('Agent', 'Bulk', 'TimeOut', 'Api')),
      decision text not null,
      case_action text not null,
      reason text not null,
      -- As the agent was called last.
      agent text not null,
      cases integer not null,
      -- Histograms of domain/cases/case-figures.ts: until the review began, and from then on.
      waited integer[] not null,
      handled integer[] not null,
      primary key (tenant_id, environment_id, hour, kind, queue_id, agent_id, source, decision, case_action, reason),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'case_decision_hour', { app: ALL });

  // The same by the day of UTC: a report of weeks reads few rows.
  await sql`
    create table case_decision_day (
      like case_decision_hour including constraints including indexes,
      foreign key (tenant_id) references tenant,
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    alter table case_decision_day rename column hour to day;
    -- Of the cases, those of each hour of the day.
    alter table case_decision_day add column hours integer[] not null`.execute(db);
  await isolateTenant(db, 'case_decision_day', { app: ALL });

  // New cases of an hour, by the queue that they were sent to; cancelled ones by the hour in which they came.
  await sql`
    create table case_intake_hour (
      tenant_id uuid not null,
      environment_id uuid not null,
      hour timestamptz not null,
      kind smallint not null,
      queue_id uuid not null,
      received integer not null,
      cancelled integer not null,
      primary key (tenant_id, environment_id, hour, kind, queue_id)
    )`.execute(db);
  await isolateTenant(db, 'case_intake_hour', DERIVED);

  await sql`create index case_entry_reopened on case_entry (tenant_id, environment_id, at) where action = 'reopen'`.execute(
    db,
  );
  await sql`create index case_entry_sent_at on case_entry (tenant_id, environment_id, at) where action = 'send'`.execute(
    db,
  );
  await sql`create index case_entry_cancelled on case_entry (tenant_id, environment_id, at) where action = 'cancel'`.execute(
    db,
  );
  await sql`create index case_entry_second on case_entry (tenant_id, environment_id, at)
    where action in ('decide', 'disagree') and body -> 'first' is not null`.execute(db);
  await sql`create index review_case_ended_at on review_case (tenant_id, environment_id, ended_at) where outcome is not null`.execute(
    db,
  );

  // What labels say of their events, except those of manual review: a decision would confirm itself by the label that it sends.
  // Of several the one with the greatest stamp counts.
  await sql`
    alter table related_event
      add column label_verdict text check (label_verdict in ('Fraud', 'NonFraud')),
      add column label_stamp text collate "C";
    create index related_event_label on related_event (tenant_id, environment_id, subject_kind, subject_id, label_stamp desc)
      include (label_verdict) where label_verdict is not null`.execute(db);

  // Cases that a status cancelled while they settled.
  await sql`create index review_case_cancelled on review_case (tenant_id, environment_id, received_at, event_id)
    where outcome = 'Cancelled' and version = 0`.execute(db);

  await sql`
    create table case_threshold (
      tenant_id uuid not null references tenant,
      threshold_id uuid not null,
      environment_id uuid not null,
      -- One of CASE_MEASURES of domain/cases/case-report.ts.
      measure text not null,
      -- Null for all queues together.
      queue_id uuid,
      -- Days that are looked back; measures of the moment have none.
      days integer,
      most double precision not null,
      created_by text not null,
      created_at timestamptz not null,
      -- What was measured last, and since when it has been above; null before, and where there was nothing to measure.
      value double precision,
      checked_at timestamptz,
      crossed_at timestamptz,
      primary key (tenant_id, threshold_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'case_threshold', { app: ALL, ingest: ['select'] });
};
