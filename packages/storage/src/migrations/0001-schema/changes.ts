import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Second persons: where changes of what decides need one, and the changes that wait for theirs. */
export const createChanges = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table publish_approval (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      required boolean not null,
      changed_by text not null,
      changed_at timestamptz not null,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'publish_approval', { app: ['select', 'insert', 'update'] });

  // A change is kept as the call that makes it; approving runs the call again.
  await sql`
    create table change_request (
      tenant_id uuid not null references tenant,
      request_id uuid not null,
      environment_id uuid not null,
      -- Id of the call in the endpoint table, and the permission that making and approving it needs.
      endpoint text not null,
      permission text not null,
      target_type text not null,
      target_id text not null,
      target_name text not null,
      -- The call without secrets, and its secrets, sealed; null once it is decided, or where it has none.
      payload json,
      secrets text,
      -- What the call would have written into the activity log.
      differences json not null,
      note text not null,
      asked_by_id text not null,
      asked_by text not null,
      asked_at timestamptz not null,
      state text not null check (state in ('open', 'approved', 'rejected', 'withdrawn')),
      decided_by text,
      decided_at timestamptz,
      reason text,
      primary key (tenant_id, request_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index change_request_newest on change_request (tenant_id, environment_id, asked_at desc);
    create index change_request_target on change_request (tenant_id, target_id, asked_at desc)`.execute(db);
  await isolateTenant(db, 'change_request', { app: ['select', 'insert', 'update'] });
};
