import { sql, type Kysely } from 'kysely';
import { APP_ROLE } from '../../database/role-names.ts';

/** What outlives its environment: what it was called and what was done in it, counts of calls, and sums without a person. */
const KEPT = ['environment', 'audit_entry', 'usage_hour', 'rollup_minute', 'rule_hit_minute'];

/**
 * Removing what is in an environment whose deletion can no longer be undone.
 *
 * Both functions run as the owner, so that the server needs no right to delete what it otherwise never deletes: segments,
 * versions, contents of lists. They do nothing to an environment that is not being purged, nor to one of another tenant
 * than the transaction's. Tables are found by their columns: one that is added later is purged without being named here.
 */
export const createPurge = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create function purge_environment_rows(purged uuid, most integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      tenant constant uuid := nullif(current_setting('redoubt.tenant_id', true), '')::uuid;
      place regclass;
      blocked regclass;
      removed integer;
    begin
      perform 1 from environment
        where tenant_id = tenant and environment_id = purged and status = 'Deleting' and purge_at is not null for update;
      if not found then
        return null;
      end if;
      set constraints all immediate;
      -- As projectors do first: none can write again what it read before the segments went.
      perform 1 from projection_state order by projector for update;
      for place in
        select c.oid from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${sql.lit(`{${KEPT.join(',')}}`)}::text[])
           and 2 = (select count(*) from pg_attribute a
                     where a.attrelid = c.oid and a.attname in ('tenant_id', 'environment_id') and not a.attisdropped)
         order by c.relname
      loop
        begin
          execute format('delete from %1$s where ctid = any (array(
            select ctid from %1$s where tenant_id = $1 and environment_id = $2 limit $3))', place)
            using tenant, purged, most;
          get diagnostics removed = row_count;
          if removed > 0 then
            return removed;
          end if;
        exception when foreign_key_violation then
          -- Its rows are named by those of a table that comes later.
          blocked := place;
        end;
      end loop;
      if blocked is not null then
        raise exception 'rows of % are named by what is no part of the environment', blocked;
      end if;
      update application set
          grants = (select coalesce(jsonb_agg(g), '[]') from jsonb_array_elements(grants) g
                     where g ->> 'environmentId' is distinct from purged::text),
          version = version + 1
        where tenant_id = tenant and grants @> jsonb_build_array(jsonb_build_object('environmentId', purged));
      return 0;
    end $$`.execute(db);

  await sql`
    create function drop_unnamed_plan_units() returns void
    language sql security definer set search_path = public, pg_temp as $$
      with mine as materialized (
        select manifest from plan where tenant_id = nullif(current_setting('redoubt.tenant_id', true), '')::uuid
      ), named as materialized (
        select unit #>> '{}' as hash from mine, jsonb_path_query(manifest, 'lax $.**.unit') unit
        union select manifest ->> 'schema' from mine
      )
      delete from plan_unit
       where tenant_id = nullif(current_setting('redoubt.tenant_id', true), '')::uuid
         and not exists (select 1 from named where named.hash = unit_hash)
    $$`.execute(db);

  for (const name of ['purge_environment_rows(uuid, integer)', 'drop_unnamed_plan_units()']) {
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db);
    await sql`grant execute on function ${sql.raw(name)} to ${sql.id(APP_ROLE)}`.execute(db);
  }
};
