import { ownSearchField, type LoggedAssessmentKind, type OwnSearchField } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/database.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import { isPrefixAttribute, LINK_ATTRIBUTES, linkValue, type LinkAttribute } from '../projections/search/links.ts';
import { LAST_CHARACTER } from './link-conditions.ts';
import type { Scope } from './search-query.ts';

/** Events of one kind that have a text as one of their fields. */
export type SearchMatch = {
  readonly kind: LoggedAssessmentKind;
  readonly field: LinkAttribute | 'eventId' | OwnSearchField;
  /** At most `MAX_COUNTED`: as many or more. */
  readonly events: number;
  readonly newest: Date;
  /** Where the event is that has the text as its id; null for other fields. */
  readonly environmentId: Id | null;
};

/** How many events of a match are counted. */
export const MAX_COUNTED = 100;
const MIN_NAME_CHARACTERS = 2;
const CARD_START = /^[\d\s-]{4,23}$/;

/** A field of the customer's own whose texts are looked for, in events of one kind, and the text as it keeps it. */
export type MatchedOwnField = { readonly kind: LoggedAssessmentKind; readonly path: string; readonly value: string };

/** A field, the number of its attribute, the value that is looked for, and whether values that begin so are meant too. */
type Candidate = { readonly f: LinkAttribute; readonly a: number; readonly v: string; readonly p: boolean };

/** What a text may be: any of the linking attributes, names and cards where it looks like one. */
const candidatesOf = (text: string): readonly Candidate[] =>
  (Object.keys(LINK_ATTRIBUTES) as LinkAttribute[]).flatMap((attribute) => {
    if (attribute === 'cardNumberStart' && !CARD_START.test(text)) return [];
    const value = linkValue(attribute, text);
    if (value === null || (attribute === 'userName' && value.length < MIN_NAME_CHARACTERS)) return [];
    return [{ f: attribute, a: LINK_ATTRIBUTES[attribute], v: value, p: isPrefixAttribute(attribute) }];
  });

type Row = { kind: number; field: SearchMatch['field']; events: number; newest: Date; environment_id: Id | null };

/** Events that have a text as their id, as an id, name, address or card of the customer, or as an own field, by kind and field. */
export const findMatches = async (
  database: Database,
  { tenantId, environmentIds }: Scope,
  text: string,
  from: Date,
  own: readonly MatchedOwnField[] = [],
): Promise<readonly SearchMatch[]> => {
  const wanted = text.replaceAll('\0', '').toWellFormed().trim();
  // Equality is answered in order of time from the index, a beginning is not.
  const linksBy = ({ f, a, v, p }: Candidate): RawBuilder<unknown> => sql`
    select ${f}::text as field, l.environment_id, l.event_time, l.position
      from unnest(${environmentIds}::uuid[]) as e(id)
      cross join lateral (
        select ${p ? sql`` : sql`distinct`} l.environment_id, l.event_time, l.position from event_value l
         where l.tenant_id = ${tenantId}::uuid and l.environment_id = e.id and l.attribute = ${sql.lit(a)} and l.event_time >= ${from}
           and ${
             p
               ? sql`l.value >= ${v}::text and l.value < ${v + LAST_CHARACTER}::text`
               : sql`l.value = ${v}::text order by l.event_time desc, l.position desc`
           } limit ${MAX_COUNTED}
      ) l`;
  const none = sql`select null::text as field, null::uuid as environment_id, null::timestamptz as event_time, null::bigint as position
    where false`;
  const links = sql.join([none, ...candidatesOf(wanted).map(linksBy)], sql` union all `);
  const ownFields = own.map(({ kind, path, value }) => ({
    k: kindCodeOf(kind),
    f: path,
    v: value,
    n: ownSearchField(path),
  }));
  const statement = sql<Row>`
    select s.kind, l.field, least(count(distinct s.position), ${MAX_COUNTED})::int as events, max(s.event_time) as newest,
           null::uuid as environment_id
      from (${links}) l
      join event_search s on s.tenant_id = ${tenantId}::uuid and s.environment_id = l.environment_id
       and s.event_time = l.event_time and s.position = l.position
     group by s.kind, l.field
    union all
    select c.k, c.n, least(count(*), ${MAX_COUNTED})::int, max(a.event_time), null::uuid
      from jsonb_to_recordset(${JSON.stringify(ownFields)}::jsonb) as c(k smallint, f text, v text, n text)
      cross join unnest(${environmentIds}::uuid[]) as e(id)
      cross join lateral (
        select a.event_time from event_attribute a
         where a.tenant_id = ${tenantId}::uuid and a.environment_id = e.id and a.kind = c.k and a.field = c.f
           and a.value = c.v and a.event_time >= ${from}
         order by a.event_time desc, a.position desc limit ${MAX_COUNTED}
      ) a
     group by c.k, c.n
    union all
    select s.kind, 'eventId', 1, s.event_time, s.environment_id from event_search s
     where s.tenant_id = ${tenantId}::uuid and s.event_id = ${wanted} and s.environment_id = any(${environmentIds}::uuid[])
       and s.event_time >= ${from}`;
  const { rows } = await database.readTenant(tenantId, (trx) => statement.execute(trx));
  return rows.map(({ kind, field, events, newest, environment_id }) => ({
    kind: kindOfCode(kind) as LoggedAssessmentKind,
    field,
    events,
    newest,
    environmentId: environment_id,
  }));
};
