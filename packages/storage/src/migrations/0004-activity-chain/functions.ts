import { sql, type Kysely } from 'kysely';
import { APP_ROLE } from '../../database/role-names.ts';

/**
 * Appends entries to the chain, as the owner: the server itself can write no link.
 *
 * The trigger is deferred, so the head of the chain is locked at the end of the transaction and not while a command works.
 * No entry is committed without its link. Entries of older databases are chained here, by their time.
 */
export const createChainFunctions = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create function audit_field(value text) returns text language sql immutable parallel safe as $$
      select coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value || ',', '-')
    $$`.execute(db);

  await sql`
    create function audit_content_digest(entry audit_entry, salt bytea) returns bytea
    language sql immutable set search_path = public, pg_temp as $$
      select sha256(salt || convert_to(
        audit_field(entry.actor_id) || audit_field(entry.actor_name) || audit_field(entry.resource_id) ||
        audit_field(entry.resource_name) || audit_field(entry.original::text) || audit_field(entry.modified::text), 'UTF8'))
    $$`.execute(db);

  await sql`
    create function audit_link_hash(entry audit_entry, place bigint, digest bytea, previous bytea) returns bytea
    language sql immutable set search_path = public, pg_temp as $$
      select sha256(convert_to(
        audit_field('redoubt-activity-1') || audit_field(entry.tenant_id::text) || audit_field(place::text) ||
        audit_field(entry.entry_id::text) ||
        audit_field(((extract(epoch from entry.at) * 1000000)::bigint)::text) || audit_field(entry.operation) ||
        audit_field(entry.resource_type) || audit_field(entry.environment_id::text) || audit_field(entry.assessment) ||
        audit_field(entry.correlation_id) || audit_field(encode(digest, 'hex')) || audit_field(encode(previous, 'hex')),
        'UTF8'))
    $$`.execute(db);

  await sql`
    create function chain_audit_entry(entry audit_entry) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      head audit_head;
      salt constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
      digest constant bytea := audit_content_digest(entry, salt);
      next bytea;
    begin
      insert into audit_head (tenant_id, sequence, hash)
        values (entry.tenant_id, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
      select * into strict head from audit_head where tenant_id = entry.tenant_id for update;
      -- A restore brings links with the entries.
      if exists (select from audit_link l where l.tenant_id = entry.tenant_id and l.entry_id = entry.entry_id) then
        return;
      end if;
      next := audit_link_hash(entry, head.sequence + 1, digest, head.hash);
      insert into audit_link (tenant_id, sequence, entry_id, salt, content_digest, previous_hash, hash)
        values (entry.tenant_id, head.sequence + 1, entry.entry_id, salt, digest, head.hash, next);
      update audit_head set sequence = head.sequence + 1, hash = next where tenant_id = entry.tenant_id;
    end $$;
    revoke execute on function chain_audit_entry(audit_entry) from public`.execute(db);

  await sql`
    create function chain_inserted_entry() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform chain_audit_entry(new);
      return null;
    end $$;
    revoke execute on function chain_inserted_entry() from public;
    select chain_audit_entry(e) from (select a from audit_entry a order by a.at, a.entry_id) entries (e);
    create constraint trigger chain_inserted_entry after insert on audit_entry
      deferrable initially deferred for each row execute function chain_inserted_entry()`.execute(db);

  // The digest stays, so that the chain holds; who, what and both sides of the change go, and the salt with them.
  await sql`
    create function erase_audit_content(erased uuid) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      tenant constant uuid := nullif(current_setting('redoubt.tenant_id', true), '')::uuid;
    begin
      update audit_link set salt = null where tenant_id = tenant and entry_id = erased and salt is not null;
      if not found then
        return false;
      end if;
      update audit_entry set actor_id = '', actor_name = '', resource_id = '', resource_name = '',
          original = null, modified = null
        where tenant_id = tenant and entry_id = erased;
      return true;
    end $$;
    revoke execute on function erase_audit_content(uuid) from public;
    grant execute on function erase_audit_content(uuid) to ${sql.id(APP_ROLE)}`.execute(db);
};
