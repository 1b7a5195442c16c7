import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { DERIVED } from '../0001-schema/privileges.ts';

/** Who makes calls: figures by text and part, and the newest event of each failure. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table call_metric
      -- The rule that called; all zeros for tests, and for calls that were counted before callers were.
      add column text_id uuid not null default '00000000-0000-0000-0000-000000000000',
      -- "condition", or the id of the clause; empty where the text is unknown.
      add column part text not null default '',
      drop constraint call_metric_pkey,
      add primary key (tenant_id, environment_id, target_id, minute, outcome, text_id, part)`.execute(db);

  // Only which event it was: its record holds what was sent, with its masks, until it is erased or expires.
  await sql`
    create table call_failure (
      tenant_id uuid not null,
      target_id uuid not null,
      outcome text not null,
      text_id uuid not null,
      part text not null,
      -- Of the event.
      environment_id uuid not null,
      kind smallint not null,
      event_id text not null,
      at timestamptz not null,
      primary key (tenant_id, target_id, outcome, text_id, part)
    );
    create index call_failure_event on call_failure (tenant_id, environment_id, event_id)`.execute(db);
  await isolateTenant(db, 'call_failure', DERIVED);
};
