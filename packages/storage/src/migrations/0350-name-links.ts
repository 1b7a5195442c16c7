import { sql, type Kysely } from 'kysely';

/**
 * Events are found by the name of their customer. Names of events that are stored already are linked here as the
 * projector links new ones: as they are said, and with the last word first.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  const folded = sql`btrim(regexp_replace(lower(regexp_replace(normalize(user_name, NFD), '[\\u0300-\\u036f]', '', 'g')),
    '[\\s,]+', ' ', 'g'))`;
  await sql`
    insert into event_link (tenant_id, environment_id, attribute, value, event_time, position)
    select s.tenant_id, s.environment_id, 6, left(v.value, 256), s.event_time, s.position
      from (select tenant_id, environment_id, event_time, position, ${folded} as name from event_search
             where user_name is not null) s
      cross join lateral (
        select s.name as value
        union
        select substring(s.name from '[^ ]+$') || ' ' || substring(s.name from '^(.*) [^ ]+$') where s.name like '% %'
      ) v
     where s.name <> ''
    on conflict do nothing`.execute(db);
};
