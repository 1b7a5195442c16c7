import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Queues of cases, who works on them, and the rules that send cases there. */
export const createQueues = async (db: Kysely<never>): Promise<void> => {
  // The queue General has no row: it is always there, and its id is that of `GENERAL_QUEUE_ID`.
  await sql`
    create table case_queue (
      tenant_id uuid not null references tenant,
      queue_id uuid not null,
      environment_id uuid not null,
      assessment text not null,
      name text not null,
      name_key text not null,
      description text not null,
      sequence text not null check (sequence in ('Unrestricted', 'Restricted')),
      -- One of CASE_ORDERINGS, or a path of the schema of the assessment.
      order_by text not null,
      direction text not null check (direction in ('asc', 'desc')),
      timeout_ms bigint not null,
      -- Name of a configured decision, taken at the time-out.
      default_decision text not null,
      paused boolean not null default false,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, queue_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'case_queue', { app: ALL });

  // People, holders of a role, and applications that work on a queue.
  await sql`
    create table case_queue_assignee (
      tenant_id uuid not null references tenant,
      queue_id uuid not null,
      principal_id text not null,
      kind text not null check (kind in ('person', 'group', 'application')),
      name text not null,
      primary key (tenant_id, queue_id, principal_id),
      foreign key (tenant_id, queue_id) references case_queue on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'case_queue_assignee', { app: ALL });

  // Routing rules are rules: drafts, versions and order are those of decision rules.
  await sql`
    alter table rule drop constraint rule_type_check;
    alter table rule add constraint rule_type_check check (type in ('decision', 'action', 'routing'));
    alter table rule_template drop constraint rule_template_type_check;
    alter table rule_template add constraint rule_template_type_check check (type in ('decision', 'action', 'routing'))
  `.execute(db);
};
