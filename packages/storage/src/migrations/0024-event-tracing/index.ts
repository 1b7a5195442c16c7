import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../../database/role-names.ts';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Gives what happens to cases a place in the order of the commits of a tenant, as the activity log has one. */
const orderCaseEntries = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table case_entry_head (
      tenant_id uuid not null references tenant primary key,
      sequence bigint not null
    );
    -- From 1, without gaps, in the order of the commits of the tenant.
    alter table case_entry add column sequence bigint`.execute(db);
  await isolateTenant(db, 'case_entry_head', { app: ['select'], ingest: ['select'] });
  await sql`
    update case_entry c set sequence = o.sequence
      from (select tenant_id, environment_id, kind, event_id, number,
                   row_number() over (partition by tenant_id order by at, environment_id, kind, event_id, number) as sequence
              from case_entry) o
     where c.tenant_id = o.tenant_id and c.environment_id = o.environment_id and c.kind = o.kind
       and c.event_id = o.event_id and c.number = o.number;
    insert into case_entry_head (tenant_id, sequence) select tenant_id, max(sequence) from case_entry group by tenant_id;
    create index case_entry_sequence on case_entry (tenant_id, sequence)`.execute(db);
  // Deferred, so that the head is locked from just before a commit to its end. A restore brings numbers with the entries.
  await sql`
    create function number_case_entry() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      next bigint;
    begin
      if new.sequence is not null then
        return null;
      end if;
      insert into case_entry_head (tenant_id, sequence) values (new.tenant_id, 1)
        on conflict (tenant_id) do update set sequence = case_entry_head.sequence + 1 returning sequence into next;
      update case_entry set sequence = next
        where tenant_id = new.tenant_id and environment_id = new.environment_id and kind = new.kind
          and event_id = new.event_id and number = new.number;
      return null;
    end $$;
    revoke execute on function number_case_entry() from public;
    create constraint trigger number_case_entry after insert on case_entry
      deferrable initially deferred for each row execute function number_case_entry()`.execute(db);
};

/** Events that environments send to other systems as they happen, how far each subscription has come, and what was refused. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await orderCaseEntries(db);

  await sql`
    create table trace_subscription (
      tenant_id uuid not null references tenant,
      subscription_id uuid not null,
      environment_id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      -- Of TRACE_EVENTS in domain/event-tracing/trace-events.ts.
      events text[] not null,
      -- Of TRACE_TARGETS in domain/event-tracing/trace-targets.ts.
      kind text not null,
      settings json not null,
      -- By name, each sealed.
      secrets json not null,
      filter text not null,
      projection text not null,
      masked boolean not null,
      is_active boolean not null,
      -- The last of each source that was sent or set aside.
      log_position bigint not null,
      activity_position bigint not null,
      case_position bigint not null,
      -- When the positions last moved, or were found at the end.
      moved_at timestamptz not null,
      -- When the first event that is not sent yet happened; null where none is known.
      waiting_since timestamptz,
      -- One node sends at a time; no other one before this is over.
      lease_until timestamptz not null default '-infinity',
      -- The next attempt.
      due_at timestamptz not null,
      -- Attempts in a row that failed.
      failures integer not null default 0,
      problem_code text,
      problem text,
      failed_at timestamptz,
      -- After a failure that no further attempt changes, until it is activated again.
      stopped_at timestamptz,
      created_by text not null,
      created_at timestamptz not null,
      changed_by text not null,
      changed_at timestamptz not null,
      -- Moves on with every command: a node that began with an older one writes nothing.
      version bigint not null default 1,
      primary key (tenant_id, subscription_id),
      unique (tenant_id, environment_id, name_key),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'trace_subscription', { app: ALL, ingest: ['select'] });

  await sql`
    create table trace_hour (
      tenant_id uuid not null references tenant,
      subscription_id uuid not null,
      environment_id uuid not null,
      hour timestamptz not null,
      sent bigint not null,
      failed bigint not null,
      primary key (tenant_id, subscription_id, hour),
      foreign key (tenant_id, subscription_id) references trace_subscription on delete cascade,
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    )`.execute(db);
  await isolateTenant(db, 'trace_hour', { app: ALL });

  // Messages that a destination refused, by their place: what they say stays where it is, and is read again to send them.
  await sql`
    create table trace_dead_letter (
      tenant_id uuid not null references tenant,
      subscription_id uuid not null,
      environment_id uuid not null,
      source text not null check (source in ('log', 'activity', 'case')),
      position bigint not null,
      -- Which of the messages of the place.
      part text not null,
      name text not null,
      problem text not null,
      tries integer not null,
      created_at timestamptz not null,
      -- Set where it is to be sent again.
      replay_at timestamptz,
      primary key (tenant_id, subscription_id, source, position, part),
      foreign key (tenant_id, subscription_id) references trace_subscription on delete cascade,
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index trace_dead_letter_replay on trace_dead_letter (tenant_id, subscription_id) where replay_at is not null`.execute(
    db,
  );
  await isolateTenant(db, 'trace_dead_letter', { app: ALL, ingest: ['select'] });

  // What says whether there is anything to send.
  await sql`
    create policy ingest_tenants on audit_head to ${sql.id(INGEST_ROLE)}
      using (tenant_id = any ((select string_to_array(current_setting('redoubt.tenant_ids', true), ',')::uuid[])::uuid[]));
    grant select on audit_head to ${sql.id(INGEST_ROLE)}`.execute(db);
};
