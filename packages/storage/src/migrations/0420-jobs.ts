import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../database/tenant-isolation.ts';

/** Jobs of every kind: the queue, who works on what, and how far it is. Positions and results are in the kinds' tables. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table job (
      tenant_id uuid not null references tenant,
      kind text not null,
      subject_id uuid not null,
      environment_id uuid not null,
      name text not null,
      state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      not_before timestamptz not null,
      done bigint not null default 0,
      total bigint not null default 0,
      per_second double precision not null default 0,
      attempts integer not null default 0,
      problem text,
      claim_id uuid,
      node text,
      heartbeat_at timestamptz,
      asked_by text not null,
      asked_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (tenant_id, kind, subject_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      check ((claim_id is null) = (state <> 'running'))
    )`.execute(db);
  await sql`create index job_open on job (not_before) where state in ('queued', 'running')`.execute(db);
  await sql`create index job_newest on job (tenant_id, environment_id, asked_at desc)`.execute(db);
  await isolateTenant(db, 'job', {
    app: ['select', 'insert', 'update', 'delete'],
    ingest: ['select', 'insert', 'update', 'delete'],
  });
  // A job goes with the thing that it is about: the trigger of its table names the column of the thing's id.
  await sql`
    create function forget_job() returns trigger language plpgsql as $$
    begin
      delete from job where tenant_id = old.tenant_id and kind = tg_argv[0]
        and subject_id = (to_jsonb(old) ->> tg_argv[1])::uuid;
      return null;
    end $$`.execute(db);
};
