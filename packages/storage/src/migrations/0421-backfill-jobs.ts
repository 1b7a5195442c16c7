import { sql, type Kysely } from 'kysely';

/** Backfills become jobs: what one looked at and counted stays in its row. One that ran goes on where it stands. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, done, total, per_second, problem,
        asked_by, asked_at, finished_at)
      select b.tenant_id, 'velocityBackfill', b.backfill_id, b.environment_id, s.name,
          case when b.status in ('waiting', 'running') then 'queued' else b.status end, b.started_at, b.events_done,
          b.events_total, b.events_per_second, b.problem, b.started_by, b.started_at, b.finished_at
        from velocity_backfill b join velocity_set s using (tenant_id, set_id)`.execute(db);
  await sql`
    alter table velocity_backfill
      drop column status, drop column events_total, drop column events_done, drop column events_per_second,
      drop column problem, drop column node_id, drop column seen_at, drop column started_by, drop column started_at,
      drop column finished_at`.execute(db);
  await sql`create index velocity_backfill_set on velocity_backfill (tenant_id, set_id)`.execute(db);
  await sql`
    create trigger forget_job after delete on velocity_backfill
      for each row execute function forget_job('velocityBackfill', 'backfill_id')`.execute(db);
};
