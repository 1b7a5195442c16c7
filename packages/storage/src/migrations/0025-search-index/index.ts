import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Whether a tenant keeps an index of the values of its events, and what is left to do for it. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // A tenant without a row keeps the index, and it is complete.
  await sql`
    create table search_index (
      tenant_id uuid primary key references tenant,
      is_on boolean not null,
      -- Events that arrived before are not in it; null: all that are stored are.
      found_from timestamptz,
      -- Work that is left: remove its rows; rebuild: remove, then fill; fill it from stored events.
      task text check (task in ('remove', 'rebuild', 'fill')),
      -- A rebuild removes rows of events up to it; null: all.
      remove_until bigint,
      -- Position of the log up to which events were filled in.
      read_position bigint not null default 0,
      changed_by text not null,
      changed_at timestamptz not null,
      version bigint not null default 1
    )`.execute(db);
  // Update for ingest: a step of the work locks the row, so that a change of the switch waits for it.
  await isolateTenant(db, 'search_index', {
    app: ['select', 'insert', 'update'],
    ingest: ['select', 'update (read_position)'],
  });
};
