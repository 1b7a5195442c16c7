import { SUPPORT_ENTITIES, supportKey, type SupportEntity } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import type { NotedEvent } from './note.repository.ts';

/** Facts of an event that search keeps in its row. */
export type EventOutline = {
  readonly eventTime: Date;
  readonly receivedAt: Date;
  readonly decision: string;
  readonly email: string | null;
  readonly userId: string | null;
  readonly ipAddress: string | null;
  readonly deviceId: string | null;
  readonly paymentInstrumentId: string | null;
};

/** The row of an event; nothing where it does not exist or was erased. */
export const findEventOutline = (
  trx: TenantTransaction,
  { environmentId, kind, eventId }: NotedEvent,
): Promise<EventOutline | undefined> =>
  trx
    .selectFrom('event_search')
    .select([
      'event_time as eventTime',
      'received_at as receivedAt',
      'decision',
      'email',
      'user_id as userId',
      'ip_address as ipAddress',
      'device_id as deviceId',
      'payment_instrument_id as paymentInstrumentId',
    ])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kindCodeOf(kind))
    .where('event_id', '=', eventId)
    .executeTakeFirst();

/** Something that happened to an event. `body` is what an entry of its case keeps. */
export type TimelineRow = {
  readonly at: Date;
  readonly kind: 'received' | 'case' | 'note' | 'attachment' | 'list' | 'later';
  readonly what: string;
  readonly by: string | null;
  readonly subject: string | null;
  readonly detail: string | null;
  readonly body: Json;
};

const valuesOf = (outline: EventOutline): readonly { readonly e: SupportEntity; readonly k: string }[] => {
  const values: Readonly<Record<SupportEntity, string | null>> = {
    email: outline.email,
    userId: outline.userId,
    ipAddress: outline.ipAddress,
    deviceId: outline.deviceId,
    paymentInstrument: outline.paymentInstrumentId,
  };
  return SUPPORT_ENTITIES.flatMap((e) => {
    const value = values[e];
    return value === null ? [] : [{ e, k: supportKey(value) }];
  });
};

/** All that happened to an event, newest first: one query over its case, notes, files, lists and later events. */
export const readTimeline = async (
  trx: TenantTransaction,
  event: NotedEvent,
  outline: EventOutline,
  limit: number,
): Promise<readonly TimelineRow[]> => {
  const { environmentId, eventId } = event;
  const code = kindCodeOf(event.kind);
  const about = sql`x.environment_id = ${environmentId} and x.kind = ${code} and x.event_id = ${eventId}`;
  const { rows } = await sql<Omit<TimelineRow, 'what'> & { readonly what: string }>`
    select * from (
      select ${outline.receivedAt}::timestamptz as at, 'received' as kind, ${outline.decision}::text as what,
             null::text as by, null::text as subject, null::text as detail, null::json as body, 0 as place
      union all
      select x.at, 'case', x.action, x.actor, null, x.source, x.body, x.number from case_entry x where ${about}
      union all
      select x.created_at, 'note', case when x.parent_id is null then 'written' else 'answered' end, x.author, null,
             case when x.deleted_at is null then x.body end, null, 0 from event_note x where ${about}
      union all
      select x.deleted_at, 'note', 'deleted', x.deleted_by, null, null, null, 0
        from event_note x where ${about} and x.deleted_at is not null
      union all
      select x.added_at, 'attachment', 'added', x.added_by, x.name, null, null, 0 from event_attachment x where ${about}
      union all
      select x.deleted_at, 'attachment', 'deleted', x.deleted_by, x.name, null, null, 0
        from event_attachment x where ${about} and x.deleted_at is not null
      union all
      select x.added_at, 'list', x.status, x.added_by, x.value, nullif(x.reason, ''), null, 0
        from jsonb_to_recordset(${JSON.stringify(valuesOf(outline))}::jsonb) as v(e text, k text)
        join support_list_entry x on x.environment_id = ${environmentId} and x.entity = v.e and x.value_key = v.k
      union all
      select l.changed_at, 'list', 'removed', l.changed_by, x.value, null, null, 0
        from jsonb_to_recordset(${JSON.stringify(valuesOf(outline))}::jsonb) as v(e text, k text)
        join support_list_entry x on x.environment_id = ${environmentId} and x.entity = v.e and x.value_key = v.k
        join support_list l on l.tenant_id = x.tenant_id and l.environment_id = x.environment_id and l.entity = x.entity
         and l.revision = x.until_revision
       where not exists (select from support_list_entry n where n.tenant_id = x.tenant_id
         and n.environment_id = x.environment_id and n.entity = x.entity and n.value_key = x.value_key
         and n.from_revision = x.until_revision)
      union all
      select x.received_at, 'later', x.kind::text, null, x.related_id, null, null, 0 from related_event x
       where x.environment_id = ${environmentId} and x.subject_kind = ${code} and x.subject_id = ${eventId}
    ) every order by at desc, place desc limit ${limit}`.execute(trx);
  return rows.map((row) => (row.kind === 'later' ? { ...row, what: kindOfCode(Number(row.what)) } : row));
};
