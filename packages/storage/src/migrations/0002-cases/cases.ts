import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Cases, what happened to them, and what decisions about them still have to send. */
export const createCases = async (db: Kysely<never>): Promise<void> => {
  // One row for each event that rules or people sent to review. The projector of cases writes what follows from the log;
  // commands move the state on, with an entry in case_entry, from which a rebuild brings it back.
  await sql`
    create table review_case (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      -- Follows from the key of the event: a rebuild gives the same.
      case_id uuid not null,
      position bigint not null,
      event_time timestamptz not null,
      received_at timestamptz not null,
      -- The rule and clause that asked for review, and those that chose the queue.
      rule text,
      clause text,
      reason text,
      routed_rule text,
      routed_clause text,
      -- The queue that they chose: the case may have been moved since.
      routed_queue_id uuid,
      amount_units bigint,
      currency text,
      risk_score integer,
      expected_loss double precision,
      -- What one unit of its currency is worth in that of the tree, on the day of the event; 1 where no rate is known.
      rate double precision not null default 1,
      converted_amount double precision generated always as (amount_units * rate) stored,
      converted_loss double precision generated always as (expected_loss * rate) stored,
      -- The attribute that the queue is ordered by, empty where it is one of the columns above, and its value.
      order_path text not null default '',
      order_text text collate "C",
      order_number double precision,
      -- From here on: what happened to the case since (domain/cases/case-lifecycle.ts).
      queue_id uuid not null,
      settles_at timestamptz not null,
      due_at timestamptz not null,
      -- Expected loss that doubles with every twelve hours (43,200 s) by which the time-out is nearer, as a logarithm: which of
      -- two cases comes first never depends on the time at which they are compared. Cases without a loss count as a hundredth
      -- of a unit of money. A column, because row-level security keeps expressions out of what an index is searched by.
      weighted_loss double precision not null generated always as
        (ln(greatest(expected_loss * rate, 0.01)) - extract(epoch from due_at at time zone 'UTC')::float8 * ln(2::float8) / 43200)
        stored,
      lease_agent_id text,
      lease_agent text,
      lease_since timestamptz,
      lease_until timestamptz,
      lease_extensions integer not null default 0,
      on_hold_until timestamptz,
      escalated boolean not null default false,
      -- Who is to review it: a directory id and the name; null where any agent takes it.
      assignee_id text,
      assignee text,
      -- Who decided first where a second person decides as well, and when.
      second_review text check (second_review in ('Waiting', 'Disagreed')),
      first_agent_id text,
      first_at timestamptz,
      outcome text check (outcome in ('Decided', 'TimedOut', 'Cancelled')),
      ended_at timestamptz,
      decision text,
      case_action text,
      label_action text,
      decision_reason text,
      decided_by_id text,
      decided_by text,
      decision_source text check (decision_source in ('Agent', 'Bulk', 'TimeOut', 'Api')),
      -- Agent who had the case last.
      last_agent text,
      -- Entries in case_entry: with each the version of the case moves on.
      version bigint not null default 0,
      primary key (tenant_id, environment_id, kind, event_id)
    );
    create unique index review_case_id on review_case (tenant_id, case_id);
    create index review_case_time on review_case (tenant_id, environment_id, queue_id, event_time, position)
      where outcome is null;
    create index review_case_due on review_case (tenant_id, environment_id, queue_id, due_at, position)
      where outcome is null;
    create index review_case_amount on review_case (tenant_id, environment_id, queue_id, converted_amount, position)
      where outcome is null;
    create index review_case_score on review_case (tenant_id, environment_id, queue_id, risk_score, position)
      where outcome is null;
    create index review_case_loss on review_case (tenant_id, environment_id, queue_id, converted_loss, position)
      where outcome is null;
    create index review_case_weighted on review_case (tenant_id, environment_id, queue_id, weighted_loss, position)
      where outcome is null;
    create index review_case_number on review_case (tenant_id, environment_id, queue_id, order_number, position)
      where outcome is null and order_number is not null;
    -- Cases without a value come last, by position: they stand here too.
    create index review_case_text on review_case (tenant_id, environment_id, queue_id, order_text, position)
      where outcome is null and order_number is null;
    -- Queues by the attributes whose values their cases hold. Every path is at least the empty one: a statement that does not
    -- say so cannot use this index, which a planner without statistics would take before those that give an order.
    create index review_case_order_path on review_case (tenant_id, environment_id, queue_id, order_path)
      where outcome is null and order_path >= '';
    -- What came, of every queue. The time stands first, so that nothing else is read by it.
    create index review_case_received on review_case (received_at, tenant_id, environment_id);
    create index review_case_ended on review_case (tenant_id, environment_id, queue_id, ended_at desc)
      where outcome is not null;
    -- What is due, of every queue.
    create index review_case_deadline on review_case (due_at, tenant_id, environment_id) where outcome is null;
    -- Cases of assessments that may have lost their case management, which purchases (1) do not.
    create index review_case_kind on review_case (tenant_id, environment_id, kind) where outcome is null and kind <> 1;
    create index review_case_leased on review_case (tenant_id, lease_agent_id)
      where outcome is null and lease_agent_id is not null;
    create index review_case_assigned on review_case (tenant_id, assignee_id)
      where outcome is null and assignee_id is not null`.execute(db);
  await isolateTenant(db, 'review_case', { app: ['select', 'insert', 'update'], ingest: ALL });

  // Statuses that came before the event they are about: they cancel its case.
  await sql`
    create table case_early_status (
      tenant_id uuid not null,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      received_at timestamptz not null,
      primary key (tenant_id, environment_id, kind, event_id)
    )`.execute(db);
  await isolateTenant(db, 'case_early_status', { ingest: ALL });

  // What people, programs and time-outs did, in order. Not derived from the log: a rebuild of cases reads it.
  await sql`
    create table case_entry (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      -- From 1 on without gaps.
      number bigint not null,
      at timestamptz not null,
      actor_id text not null,
      actor text not null,
      source text not null check (source in ('Agent', 'Bulk', 'TimeOut', 'Api', 'Manager', 'Log')),
      -- A CaseAction of domain/cases/case-lifecycle.ts, its members in body.
      action text not null,
      body json not null,
      primary key (tenant_id, environment_id, kind, event_id, number),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index case_entry_time on case_entry (tenant_id, environment_id, at);
    -- Events that people sent to review, by their place in the log: a rebuild meets them there.
    create index case_entry_sent on case_entry (((body ->> 'position')::bigint)) where action = 'send'`.execute(db);
  await isolateTenant(db, 'case_entry', { app: ['select', 'insert', 'update (body)'], ingest: ['select', 'delete'] });

  // What a decision sends once it can no longer be undone: a status, a label, an action, entries of support lists.
  await sql`
    create table case_consequence (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      kind smallint not null,
      event_id text collate "C" not null,
      -- Number of the entry that decided.
      number bigint not null,
      step text not null check (step in ('status', 'label', 'action', 'block')),
      body json not null,
      not_before timestamptz not null,
      attempts integer not null default 0,
      -- The next attempt, after one that failed.
      retry_at timestamptz,
      problem text,
      result json,
      sent_at timestamptz,
      primary key (tenant_id, environment_id, kind, event_id, number, step),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index case_consequence_open on case_consequence (tenant_id, environment_id, not_before)
      where sent_at is null`.execute(db);
  await isolateTenant(db, 'case_consequence', { app: ALL, ingest: ['select', 'delete'] });
};
