import type { RecentCall } from '../schema/events/api-call-tables.ts';
import { flushPeriodically, type Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';
import { inEnvironments, type PublicCallScope } from './public-call-scope.ts';

export type RecentCalls = {
  /** Notes a call; never waits and never throws. */
  readonly note: (call: RecentCall) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Calls kept of an address in an environment. */
export const RECENT_CALLS = 20;
const FLUSH_MS = 2000;
/** Addresses noted while the database is away. */
const MAX_PLACES = 5000;
const MAX_MESSAGE = 4000;

const UPSERT = `insert into recent_call as known (tenant_id, environment_id, path, calls)
  select tenant_id, environment_id, path, calls
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, environment_id uuid, path text, calls jsonb)
    order by 1, 2, 3
  on conflict on constraint recent_call_once do update set
    calls = (select jsonb_agg(c order by (c->>'atMs')::bigint desc)
               from (select c from jsonb_array_elements(known.calls || excluded.calls) as c
                      order by (c->>'atMs')::bigint desc limit ${RECENT_CALLS}) newest)`;

const storable = (text: string): string => text.slice(0, MAX_MESSAGE).replaceAll('\0', '\uFFFD').toWellFormed();

/** Remembers the newest calls of each address in memory and writes them in batches; a crash loses a few seconds. */
export const createRecentCalls = (database: Database, flushMs = FLUSH_MS): RecentCalls => {
  /** By environment and address, so that noting a call puts no text together. */
  let places = new Map<Id, Map<string, RecentCall[]>>();
  let size = 0;

  const write = async (): Promise<void> => {
    const taken = [...places.values()].flatMap((ofEnvironment) => [...ofEnvironment.values()]);
    places = new Map();
    size = 0;
    if (taken.length === 0) return;
    const rows = taken.flatMap((calls) => {
      const [first] = calls;
      if (first === undefined) return [];
      const { tenantId, environmentId, path } = first;
      const kept = calls.map(({ tenantId: _tenant, environmentId: _environment, path: _path, ...call }) => ({
        ...call,
        message: call.message === null ? null : storable(call.message),
      }));
      return [{ tenant_id: tenantId, environment_id: environmentId, path, calls: kept }];
    });
    const tenantIds = [...new Set(rows.map((row) => row.tenant_id))];
    try {
      await asIngest(database.pools.ingest, tenantIds, (client) => client.query(UPSERT, [JSON.stringify(rows)]));
    } catch (error) {
      database.log.warn({ err: error, places: rows.length }, 'recent calls could not be recorded');
    }
  };

  return {
    note: (call) => {
      const place = call.environmentId ?? call.tenantId;
      let ofEnvironment = places.get(place);
      if (ofEnvironment === undefined) places.set(place, (ofEnvironment = new Map()));
      const calls = ofEnvironment.get(call.path);
      if (calls === undefined) {
        if (size < MAX_PLACES) ofEnvironment.set(call.path, [call]);
        size += 1;
        return;
      }
      calls.push(call);
      if (calls.length > RECENT_CALLS) calls.shift();
    },
    ...flushPeriodically(write, flushMs),
  };
};

/** The newest calls of some addresses within what the reader may see, newest first. */
export const listRecentCalls = (
  database: Database,
  scope: PublicCallScope,
  paths: readonly string[],
): Promise<readonly RecentCall[]> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const rows = await trx
      .selectFrom('recent_call')
      .select(['environment_id', 'path', 'calls'])
      .where('tenant_id', '=', scope.tenantId)
      .where('path', 'in', [...paths])
      .where(inEnvironments(scope))
      .execute();
    return rows
      .flatMap(({ environment_id: environmentId, path, calls }) =>
        calls.map((call) => ({ ...call, tenantId: scope.tenantId, environmentId, path })),
      )
      .toSorted((a, b) => b.atMs - a.atMs)
      .slice(0, RECENT_CALLS);
  });
