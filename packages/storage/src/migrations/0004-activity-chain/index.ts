import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { createChainFunctions } from './functions.ts';

/** The activity log as a hash chain per tenant (`docs/reference/activity-chain.md`). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    -- The assessment that the entry is about, where it is about one.
    alter table audit_entry add column assessment text;
    -- Pages of the newest of several environments.
    create index audit_entry_time on audit_entry (tenant_id, at desc, entry_id desc);
    create index audit_entry_actor on audit_entry (tenant_id, actor_id, at desc)`.execute(db);

  // Where each entry stands in its tenant's chain. Written by the trigger alone, never changed but for the salt.
  await sql`
    create table audit_link (
      tenant_id uuid not null references tenant,
      -- From 1, without gaps, in the order of the commits.
      sequence bigint not null check (sequence > 0),
      entry_id uuid not null,
      -- Random; null from when the content of the entry was erased, so that nothing can be guessed from the digest.
      salt bytea check (octet_length(salt) = 32),
      content_digest bytea not null check (octet_length(content_digest) = 32),
      -- The hash of the link before; 32 zero bytes for the first.
      previous_hash bytea not null check (octet_length(previous_hash) = 32),
      hash bytea not null check (octet_length(hash) = 32),
      primary key (tenant_id, sequence),
      unique (tenant_id, entry_id)
    )`.execute(db);
  await isolateTenant(db, 'audit_link', { app: ['select'] });

  // The end of each tenant's chain. Its row is locked from just before a commit to its end.
  await sql`
    create table audit_head (
      tenant_id uuid not null references tenant primary key,
      sequence bigint not null,
      hash bytea not null check (octet_length(hash) = 32)
    )`.execute(db);
  await isolateTenant(db, 'audit_head', { app: ['select'] });

  await createChainFunctions(db);
};
