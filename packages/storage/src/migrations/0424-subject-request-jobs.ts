import { sql, type Kysely } from 'kysely';

/** Work on subject requests becomes jobs: the request, its stage and what it found stay. One that ran goes on where it stands. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, problem, asked_by, asked_at,
        finished_at)
      select tenant_id, 'subjectRequest', request_id, environment_id, type,
          case when status in ('Pending', 'Processing') then 'queued' when status = 'Failed' then 'failed' else 'done' end,
          requested_at, problem, requested_by, requested_at, completed_at
        from subject_request
       where not (status = 'Pending' and awaits_approval) and (status not in ('Cancelled', 'Expired') or completed_at is not null)
  `.execute(db);
  await sql`
    alter table subject_request drop column attempts, drop column node_id, drop column seen_at`.execute(db);
  await sql`drop index subject_request_open`.execute(db);
  await sql`
    create trigger forget_job after delete on subject_request
      for each row execute function forget_job('subjectRequest', 'request_id')`.execute(db);
};
