import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** What people wrote and attached of the events that a subject request found. */
export type SubjectNote = {
  readonly id: string;
  readonly eventId: string;
  readonly environmentId: string;
  readonly by: string;
  readonly at: Date;
  readonly text: string;
};
export type SubjectFile = Omit<SubjectNote, 'text'> & { readonly name: string };

export const readSubjectNotes = (
  database: Database,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
): Promise<{ readonly notes: readonly SubjectNote[]; readonly files: readonly SubjectFile[] }> =>
  database.inTenant(tenantId, async (trx) => {
    const notes = await sql<SubjectNote>`
      select n.note_id as id, n.event_id as "eventId", n.environment_id as "environmentId", n.author as by, n.created_at as at, n.body as text
        from event_note n join subject_target t on t.environment_id = n.environment_id and t.kind = n.kind
         and t.event_id = n.event_id
       where t.request_id = ${id} and n.deleted_at is null order by n.created_at, n.note_id`.execute(trx);
    const files = await sql<SubjectFile>`
      select a.event_id as "eventId", a.environment_id as "environmentId", a.added_by as by, a.added_at as at,
             a.attachment_id as id, a.name
        from event_attachment a join subject_target t on t.environment_id = a.environment_id and t.kind = a.kind
         and t.event_id = a.event_id
       where t.request_id = ${id} and a.deleted_at is null order by a.added_at, a.attachment_id`.execute(trx);
    return { notes: notes.rows, files: files.rows };
  });
