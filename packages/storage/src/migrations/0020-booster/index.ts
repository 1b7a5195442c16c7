import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** What environments share with issuers of cards, and what became of each purchase that was to be shared. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // Of an environment that chose; the others have what the nearest one above them chose.
  await sql`
    create table booster_setting (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      opted_in boolean not null,
      attributes text[] not null,
      holdout_percent double precision not null check (holdout_percent between 0 and 50),
      connectors json not null,
      -- Who agreed last, when, and to which version of the text; null where sharing was never agreed to.
      consent_by text,
      consent_at timestamptz,
      consent_version integer,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1,
      primary key (tenant_id, environment_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id),
      constraint booster_opted_in_with_consent check (not opted_in or consent_at is not null)
    )`.execute(db);
  await isolateTenant(db, 'booster_setting', {
    app: ['select', 'insert', 'update', 'delete'],
    ingest: ['select'],
  });

  await sql`
    create table booster_sharing (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      kind smallint not null,
      event_id text not null,
      position bigint not null,
      received_at timestamptz not null,
      state text not null check (state in ('waiting', 'sent', 'failed', 'heldOut')),
      attempts integer not null default 0,
      -- When it may be tried: again, or by another node where the one that took it died.
      due_at timestamptz not null,
      -- Chosen at the first attempt, and the same at every later one.
      setting_environment_id uuid,
      call_id uuid,
      connector text,
      attributes text[],
      holdout_percent double precision,
      bin text,
      network text,
      currency text,
      http_status integer,
      answer text check (answer in ('accepted', 'declined', 'none')),
      reference text,
      problem text,
      finished_at timestamptz,
      primary key (tenant_id, environment_id, kind, event_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index booster_sharing_due on booster_sharing (tenant_id, due_at) where state = 'waiting';
    create index booster_sharing_newest on booster_sharing (tenant_id, environment_id, received_at desc)`.execute(db);
  await isolateTenant(db, 'booster_sharing', {
    app: ['select'],
    ingest: ['select', 'insert', 'update', 'delete'],
  });
};
