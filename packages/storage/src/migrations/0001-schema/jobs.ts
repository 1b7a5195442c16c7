import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from './privileges.ts';

/** Jobs of every kind: the queue, which node works on what, how far it is. Their results are in the kinds' own tables. */
export const createJobs = async (db: Kysely<never>): Promise<void> => {
  // One for each thing that is worked on and kind of work. A node that takes a job writes a claim of its own and a sign of
  // life now and then; one that has been silent for too long has died, and another node takes the job.
  await sql`
    create table job (
      tenant_id uuid not null references tenant,
      kind text not null,
      subject_id uuid not null,
      environment_id uuid not null,
      -- What the thing is called.
      name text not null,
      state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      not_before timestamptz not null,
      done bigint not null default 0,
      -- 0 where it is not known.
      total bigint not null default 0,
      per_second double precision not null default 0,
      -- How often nodes took the job since it last got on.
      attempts integer not null default 0,
      -- Code of the error of the last attempt.
      problem text,
      -- Set while a node works on the job, and another one each time.
      claim_id uuid,
      node text,
      heartbeat_at timestamptz,
      asked_by text not null,
      asked_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (tenant_id, kind, subject_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      constraint job_claimed_while_running check ((claim_id is null) = (state <> 'running'))
    );
    create index job_open on job (not_before) where state in ('queued', 'running');
    create index job_newest on job (tenant_id, environment_id, asked_at desc)`.execute(db);
  await isolateTenant(db, 'job', { app: ALL, ingest: ALL });

  // A job goes with the thing that it is about: the trigger of its table names the kind and the column of the thing's id.
  await sql`
    create function forget_job() returns trigger language plpgsql as $$
    begin
      delete from job where tenant_id = old.tenant_id and kind = tg_argv[0]
        and subject_id = (to_jsonb(old) ->> tg_argv[1])::uuid;
      return null;
    end $$`.execute(db);

  // The purge of an environment takes everything in it, and not the job that does it.
  await sql`
    create function keep_row() returns trigger language plpgsql as $$
    begin
      return null;
    end $$;
    create trigger keep_open_purge before delete on job for each row
      when (old.kind = 'environmentPurge' and old.state in ('queued', 'running')) execute function keep_row()`.execute(
    db,
  );
};
