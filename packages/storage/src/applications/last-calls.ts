import { flushPeriodically, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

type LastCalls = {
  /** Notes that an application called; never waits and never throws. */
  readonly note: (call: { readonly tenantId: Id; readonly clientId: Id; readonly atMs: number }) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const FLUSH_MS = 5000;
/** Applications noted while the database is away. */
const MAX_NOTED = 10_000;

/** When each application called last, gathered in memory and written in batches; a crash loses a few seconds. */
export const createLastCalls = (database: Database, flushMs = FLUSH_MS): LastCalls => {
  let noted = new Map<Id, Map<Id, number>>();
  let size = 0;

  const note: LastCalls['note'] = ({ tenantId, clientId, atMs }) => {
    let ofTenant = noted.get(tenantId);
    if (ofTenant === undefined) noted.set(tenantId, (ofTenant = new Map()));
    const before = ofTenant.get(clientId);
    if (before === undefined && size >= MAX_NOTED) return;
    if (before === undefined) size += 1;
    ofTenant.set(clientId, Math.max(before ?? 0, atMs));
  };
  const write = async (): Promise<void> => {
    const taken = noted;
    noted = new Map();
    size = 0;
    for (const [tenantId, calls] of taken) {
      // In order, so that nodes wait for each other instead of locking each other out.
      const rows = [...calls]
        .map(([clientId, atMs]) => ({ client_id: clientId, at: new Date(atMs).toISOString() }))
        .toSorted((a, b) => (a.client_id < b.client_id ? -1 : 1));
      try {
        await database.inTenant(tenantId, (trx) =>
          sql`
            update application a set last_call_at = greatest(a.last_call_at, x.at)
              from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(client_id uuid, at timestamptz)
                     order by 1) x
             where a.client_id = x.client_id`.execute(trx),
        );
      } catch (error) {
        for (const [clientId, atMs] of calls) note({ tenantId, clientId, atMs });
        database.log.warn({ err: error }, 'last calls of applications could not be written; trying again');
      }
    }
  };

  return {
    note,
    ...flushPeriodically(write, flushMs),
  };
};
