import { sql, type Kysely } from 'kysely';

/** Work on stored events for search becomes jobs: the task, where it stands and what it found stay with the attribute. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    insert into job (tenant_id, kind, subject_id, environment_id, name, state, not_before, done, total, per_second, problem,
        asked_by, asked_at, finished_at)
      select tenant_id, case task when 'fill' then 'searchFill' else 'searchRemove' end, attribute_id, environment_id, path,
          case when status in ('waiting', 'running') then 'queued' else status end, coalesce(started_at, created_at),
          events_done, events_total, events_per_second, problem, created_by, coalesce(started_at, created_at), finished_at
        from search_attribute where task is not null`.execute(db);
  await sql`
    alter table search_attribute
      drop column status, drop column events_total, drop column events_done, drop column events_per_second,
      drop column problem, drop column node_id, drop column seen_at, drop column started_at, drop column finished_at
  `.execute(db);
};
