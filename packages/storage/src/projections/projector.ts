import type { Id } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { StoredHead } from '../log/log-event.ts';
import { asIngest } from '../log/read-log.ts';
import { emptyProjectionTable } from './reports/retained-sums.ts';

/** Turns the log into tables of its own. Everything it writes follows from the events alone, so it can be rebuilt. */
export type Projector = {
  readonly name: string;
  /** Tables it fills; a rebuild empties them, but for the sums of events that were removed by age. */
  readonly tables: readonly string[];
  /** Name of another whose tables it reads: it never goes further than that one stands. */
  readonly follows?: string;
  /** It keeps sums: many events a step write each sum once, seconds later than search. */
  readonly gathers?: true;
  /** Applies events in order of position, in the transaction that also moves the projector's position on. */
  readonly apply: (client: pg.ClientBase, events: readonly StoredHead[]) => Promise<void>;
};

/**
 * Empties a projection, so that it is built again from the first event. Run it on its own or beside a running projector:
 * that one finds its position moved back and follows.
 */
export const resetProjection = async (database: Database, projector: Projector): Promise<void> => {
  const { rows } = await database.pools.ingest.query<{ id: Id }>(
    'select distinct unnest(tenant_ids) as id from commit_batch',
  );
  await asIngest(
    database.pools.ingest,
    rows.map(({ id }) => id),
    async (client) => {
      await client.query('select from projection_state where projector = $1 for update', [projector.name]);
      for (const table of projector.tables) await emptyProjectionTable(client, table);
      await client.query('update projection_state set position = 0, updated_at = now() where projector = $1', [
        projector.name,
      ]);
      if (!projector.tables.includes('event_attribute')) return;
      // What was back-filled does not stand in the log: it is looked for again.
      await client.query(
        `update search_attribute a set read_position = 0, events_found = 0
          where task = 'fill' and exists (select from job j where j.tenant_id = a.tenant_id and j.kind = 'searchFill'
            and j.subject_id = a.attribute_id and j.state <> 'cancelled')`,
      );
      await client.query(
        `update job set state = 'queued', done = 0, attempts = 0, problem = null, finished_at = null, claim_id = null,
                node = null, heartbeat_at = null, asked_by_id = null
          where kind = 'searchFill' and state <> 'cancelled'`,
      );
    },
  );
};
