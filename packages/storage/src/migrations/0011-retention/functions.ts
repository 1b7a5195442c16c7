import { sql, type Kysely } from 'kysely';
import { APP_ROLE, INGEST_ROLE } from '../../database/role-names.ts';

/** Nothing younger can be removed by age, whatever a node asks for. */
const YOUNGEST = '90 days';

/**
 * Removing by age. The functions run as the owner, so that the server needs no right to delete segments and entries of the
 * activity log; each refuses what is younger than 90 days.
 */
export const createRetentionFunctions = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create function remove_expired_segment(tenant uuid, environment uuid, first bigint, committed timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if tenant <> all (string_to_array(current_setting('redoubt.tenant_ids', true), ',')::uuid[]) then
        raise exception 'the segment is of another tenant than the transaction';
      end if;
      if committed > now() - interval '${sql.raw(YOUNGEST)}' then
        raise exception 'a segment of % is too young to be removed', committed;
      end if;
      delete from segment s where s.tenant_id = tenant and s.environment_id = environment and s.first_position = first
        and s.committed_at = committed;
      if not found then
        raise exception 'there is no segment at %', first;
      end if;
    end $$`.execute(db);

  // A month without events is dropped, and one that is mostly empty is written anew. Waits for no one: a lock that is not
  // free at once is left to the next run.
  await sql`
    create function return_segment_space() returns bigint
    language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $$
    declare
      place record;
      is_empty boolean;
      before bigint;
      live bigint;
      returned bigint := 0;
    begin
      for place in
        select c.oid::regclass as part, c.relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
         where i.inhparent = 'segment'::regclass and c.relname ~ '^segment_\\d{4}_\\d{2}$'
           and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < now() - interval '${sql.raw(YOUNGEST)}'
         order by c.relname
      loop
        before := pg_total_relation_size(place.part);
        begin
          execute format('select not exists (select from %s)', place.part) into is_empty;
          if is_empty then
            execute format('lock table segment in access exclusive mode');
            execute format('select not exists (select from %s)', place.part) into is_empty;
            if is_empty then
              execute format('drop table %s', place.part);
              returned := returned + before;
            end if;
            continue;
          end if;
          continue when before < 16 * 1024 * 1024;
          execute format('select coalesce(sum(coalesce(pg_column_size(heads), 0) + pg_column_size(data)), 0) from %s', place.part)
            into live;
          continue when live * 2 > before or live > 256 * 1024 * 1024;
          execute format('lock table %s in access exclusive mode', place.part);
          execute format('create temporary table kept_segments on commit drop as select * from %s', place.part);
          execute format('truncate %s', place.part);
          execute format('insert into %s select * from kept_segments', place.part);
          drop table kept_segments;
          returned := returned + before - pg_total_relation_size(place.part);
        exception when lock_not_available or deadlock_detected then
          null;
        end;
      end loop;
      return returned;
    end $$`.execute(db);

  // The oldest entries of the activity log, up to a place of the chain. Those of a tenant's chain go in order, so that what
  // stays is one chain.
  await sql`
    create function remove_oldest_activity(until_sequence bigint, given_hash bytea, at timestamptz, signed bytea) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      tenant constant uuid := nullif(current_setting('redoubt.tenant_id', true), '')::uuid;
      removed bigint;
    begin
      perform 1 from audit_head where tenant_id = tenant and sequence > until_sequence for update;
      if not found then
        raise exception 'the newest entry of the activity log stays';
      end if;
      if exists (
        select from audit_link l left join audit_entry e on e.tenant_id = l.tenant_id and e.entry_id = l.entry_id
         where l.tenant_id = tenant and l.sequence <= until_sequence
           and (e.at is null or e.at > now() - interval '${sql.raw(YOUNGEST)}')
      ) then
        raise exception 'an entry of the activity log is missing or too young to be removed';
      end if;
      insert into audit_floor (tenant_id, sequence, hash, removed_at, signature)
        select tenant, l.sequence, l.hash, at, signed from audit_link l
         where l.tenant_id = tenant and l.sequence = until_sequence and l.hash = given_hash
      on conflict (tenant_id) do update set sequence = excluded.sequence, hash = excluded.hash,
        removed_at = excluded.removed_at, signature = excluded.signature;
      if not found then
        raise exception 'the activity log has another entry at %', until_sequence;
      end if;
      delete from audit_entry e using audit_link l
        where l.tenant_id = tenant and l.sequence <= until_sequence and e.tenant_id = tenant and e.entry_id = l.entry_id;
      delete from audit_link where tenant_id = tenant and sequence <= until_sequence;
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(db);

  const grants = [
    ['remove_expired_segment(uuid, uuid, bigint, timestamptz)', INGEST_ROLE],
    ['return_segment_space()', INGEST_ROLE],
    ['remove_oldest_activity(bigint, bytea, timestamptz, bytea)', APP_ROLE],
  ] as const;
  for (const [name, role] of grants) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db);
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await sql`grant execute on function ${sql.raw(name)} to ${sql.id(role)}`.execute(db);
  }
};
