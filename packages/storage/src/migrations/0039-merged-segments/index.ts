import { sql, type Kysely } from 'kysely';
import { INGEST_ROLE } from '../../database/role-names.ts';

/** Small segments of an environment become larger ones, between whose events those of others may stand (ADR 127). */
export const up = async (db: Kysely<never>): Promise<void> => {
  const ingest = sql.id(INGEST_ROLE);
  // Positions from the first event to the last; null: as many as events. A merged segment has the earliest of its times of
  // commit, and lies within 4,096 positions and an hour: readers look for the segment of an event that far before it.
  await sql`
    alter table segment add column span integer check (span between event_count and 4096);
    create index segment_merged on segment (first_position) where span is not null`.execute(db);

  // One row: up to where segments are merged, and where the next ones of the window behind it begin.
  await sql`
    create table segment_merge (
      merge_id smallint primary key check (merge_id = 1),
      position bigint not null default 0,
      after_environment uuid,
      after_position bigint not null default 0,
      -- Since the beginning: events that were merged, segments that they came from and became, with bytes.
      events bigint not null default 0,
      segments_before bigint not null default 0,
      segments_after bigint not null default 0,
      bytes_before bigint not null default 0,
      bytes_after bigint not null default 0
    );
    insert into segment_merge (merge_id) values (1);
    grant select, update on segment_merge to ${ingest}`.execute(db);

  // A purge locks the row of the environment before it removes anything: it waits until what is merged stands there, or nothing is
  // merged any more. Asked before segments are locked, as a purge does.
  await sql`
    create function may_merge_segments(of_tenant uuid, of_environment uuid) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if of_tenant <> all (string_to_array(current_setting('redoubt.tenant_ids', true), ',')::uuid[]) then
        raise exception 'the segments are of another tenant than the transaction';
      end if;
      perform from environment e where e.tenant_id = of_tenant and e.environment_id = of_environment for key share;
      return not exists (select from environment e where e.tenant_id = of_tenant and e.environment_id = of_environment
                            and e.purge_at is not null);
    end $$`.execute(db);

  // Runs as the owner, so that the server needs no right to delete segments. It takes away no more events than it writes, of
  // one environment of a tenant of the transaction, and refuses what look-ups would not find.
  await sql`
    create function merge_segments(of_tenant uuid, of_environment uuid, from_position bigint, until_position bigint,
      committed_from timestamptz, committed_to timestamptz, events integer, with_codec smallint, with_heads bytea, with_data bytea)
    returns void
    language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
    declare
      gone record;
    begin
      if not may_merge_segments(of_tenant, of_environment) then
        raise exception 'the environment % is being removed', of_environment;
      end if;
      with removed as (
        delete from segment s where s.tenant_id = of_tenant and s.environment_id = of_environment
           and s.first_position between from_position and until_position
           and s.committed_at between committed_from and committed_to
        returning s.event_count, s.committed_at, s.span
      )
      select count(*) as segments, sum(r.event_count) as held, count(r.span) as merged, min(r.committed_at) as since,
             max(r.committed_at) as last_one
        into gone from removed r;
      if gone.segments < 2 or gone.merged > 0 or gone.held <> events then
        raise exception 'segments from % to % of % are not those that were read', from_position, until_position, of_environment;
      end if;
      if gone.last_one - gone.since > interval '1 hour' or date_trunc('month', gone.since) <> date_trunc('month', gone.last_one) then
        raise exception 'segments from % to % of % were committed too far apart', from_position, until_position, of_environment;
      end if;
      insert into segment (tenant_id, environment_id, first_position, event_count, committed_at, span, codec, heads, data)
      values (of_tenant, of_environment, from_position, events, gone.since, until_position - from_position + 1,
              with_codec, with_heads, with_data);
    end $$`.execute(db);

  const functions = [
    'may_merge_segments(uuid, uuid)',
    'merge_segments(uuid, uuid, bigint, bigint, timestamptz, timestamptz, integer, smallint, bytea, bytea)',
  ];
  for (const name of functions) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db);
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await sql`grant execute on function ${sql.raw(name)} to ${ingest}`.execute(db);
  }
};
