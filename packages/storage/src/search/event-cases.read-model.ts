import type { LoggedAssessmentKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';

/** An event, and its case where it has one. */
export type EventWithCase = {
  readonly environmentId: Id;
  readonly eventId: string;
  readonly eventTime: Date;
  readonly case: { readonly id: Id; readonly queueId: Id; readonly isOpen: boolean } | null;
};

/** Events of one kind by their ids, with their cases, the newest event first; those that are not there are left out. */
export const readEventCases = async (
  trx: TenantTransaction,
  tenantId: Id,
  kind: LoggedAssessmentKind,
  events: readonly Pick<EventWithCase, 'environmentId' | 'eventId'>[],
): Promise<readonly EventWithCase[]> => {
  const { rows } = await sql<{
    environment_id: Id;
    event_id: string;
    event_time: Date;
    case_id: Id | null;
    queue_id: Id;
    is_open: boolean;
  }>`
    select s.environment_id, s.event_id, s.event_time, c.case_id, c.queue_id, c.outcome is null as is_open
      from (select distinct * from unnest(
          ${events.map(({ environmentId }) => environmentId)}::uuid[],
          ${events.map(({ eventId }) => eventId)}::text[]) as a(environment_id, event_id)) a
      cross join lateral (
        select * from event_search s where s.tenant_id = ${tenantId}::uuid and s.environment_id = a.environment_id
           and s.kind = ${kindCodeOf(kind)} and s.event_id = a.event_id limit 1
      ) s
      left join review_case c on c.tenant_id = s.tenant_id and c.environment_id = s.environment_id
        and c.kind = s.kind and c.event_id = s.event_id
     order by s.event_time desc, s.position desc`.execute(trx);
  return rows.map((row) => ({
    environmentId: row.environment_id,
    eventId: row.event_id,
    eventTime: row.event_time,
    case: row.case_id === null ? null : { id: row.case_id, queueId: row.queue_id, isOpen: row.is_open },
  }));
};
