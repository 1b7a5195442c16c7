import { DAY_MS, flushPeriodically, HOUR_MS, type Id, MINUTE_MS } from '@redoubt/kernel';
import { LATENCY_CLASSES, latencyClassOf } from '../api-calls/latency.ts';
import type { Database } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';

/** A call that was made, or that was not because it could not be. */
export type MadeCall = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  /** The external call or external assessment. */
  readonly targetId: Id;
  /** A `CallOutcome`. */
  readonly outcome: string;
  readonly latencyMs: number;
  readonly atMs: number;
};

export type CallMetrics = {
  /** Counts a call; never waits and never throws. */
  readonly count: (call: MadeCall) => void;
  /** Writes what was counted. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Slot = Omit<MadeCall, 'latencyMs' | 'atMs'> & {
  readonly minuteMs: number;
  readonly latency: number[];
  calls: number;
  totalMs: number;
};

const FLUSH_MS = 5000;
/** Three months are shown. */
const KEEP_MS = 93 * DAY_MS;
const PRUNE_EVERY_MS = HOUR_MS;
/** Slots held while the database is away. */
const MAX_SLOTS = 50_000;

/** In order, so that nodes that count the same minute wait for each other instead of refusing each other. */
const UPSERT = `insert into call_metric as known
    (tenant_id, environment_id, target_id, minute, outcome, calls, total_ms, latency)
  select tenant_id, environment_id, target_id, minute, outcome, calls, total_ms, latency
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, environment_id uuid, target_id uuid, minute timestamptz,
      outcome text, calls integer, total_ms bigint, latency integer[])
    order by 1, 2, 3, 4, 5
  on conflict (tenant_id, environment_id, target_id, minute, outcome) do update set
    calls = known.calls + excluded.calls,
    total_ms = known.total_ms + excluded.total_ms,
    latency = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place)
      from unnest(known.latency, excluded.latency) with ordinality as both_of(a, b, place))`;

const record = ({ tenantId, environmentId, targetId, minuteMs, outcome, calls, totalMs, latency }: Slot) => ({
  tenant_id: tenantId,
  environment_id: environmentId,
  target_id: targetId,
  minute: new Date(minuteMs).toISOString(),
  outcome,
  calls,
  total_ms: Math.round(totalMs),
  latency,
});

/** Counts calls in memory and adds them to the database in batches; a crash loses the last few seconds of counts. */
export const createCallMetrics = (database: Database, options: { readonly flushMs?: number } = {}): CallMetrics => {
  const slots = new Map<string, Slot>();
  let pruneAtMs = 0;

  const slotOf = (place: Omit<Slot, 'calls' | 'totalMs' | 'latency'>): Slot | undefined => {
    const { tenantId, environmentId, targetId, minuteMs, outcome } = place;
    const key = `${tenantId} ${environmentId} ${targetId} ${minuteMs} ${outcome}`;
    const known = slots.get(key);
    if (known !== undefined || slots.size >= MAX_SLOTS) return known;
    const latency = new Array<number>(LATENCY_CLASSES).fill(0);
    const slot: Slot = { tenantId, environmentId, targetId, minuteMs, outcome, latency, calls: 0, totalMs: 0 };
    slots.set(key, slot);
    return slot;
  };

  const putBack = (taken: readonly Slot[]): void => {
    for (const each of taken) {
      const slot = slotOf(each);
      if (slot === undefined) continue;
      slot.calls += each.calls;
      slot.totalMs += each.totalMs;
      for (const [index, count] of each.latency.entries()) slot.latency[index] = (slot.latency[index] ?? 0) + count;
    }
  };

  const write = async (): Promise<void> => {
    const taken = [...slots.values()];
    slots.clear();
    const newest = taken.reduce((latest, { minuteMs }) => Math.max(latest, minuteMs), 0);
    if (newest === 0) return;
    const tenantIds = [...new Set(taken.map(({ tenantId }) => tenantId))];
    const isPruning = newest >= pruneAtMs;
    try {
      await asIngest(database.pools.ingest, tenantIds, async (client) => {
        await client.query(UPSERT, [JSON.stringify(taken.map(record))]);
        if (isPruning) await client.query('delete from call_metric where minute < $1', [new Date(newest - KEEP_MS)]);
      });
      if (isPruning) pruneAtMs = newest + PRUNE_EVERY_MS;
    } catch (error) {
      putBack(taken);
      database.log.warn({ err: error }, 'external calls could not be counted; trying again');
    }
  };

  return {
    count: ({ latencyMs, atMs, ...call }) => {
      const slot = slotOf({ ...call, minuteMs: Math.floor(atMs / MINUTE_MS) * MINUTE_MS });
      if (slot === undefined) return;
      const latencyClass = latencyClassOf(latencyMs);
      slot.calls += 1;
      slot.totalMs += latencyMs;
      slot.latency[latencyClass] = (slot.latency[latencyClass] ?? 0) + 1;
    },
    ...flushPeriodically(write, options.flushMs ?? FLUSH_MS),
  };
};
