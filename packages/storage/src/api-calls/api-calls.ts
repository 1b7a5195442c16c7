import { DAY_MS, flushPeriodically, HOUR_MS, type Id, MINUTE_MS } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';
import { LATENCY_CLASSES, latencyClassOf } from './latency.ts';

/** One answered call of the public API whose caller is known. */
export type AnsweredCall = {
  readonly tenantId: Id;
  /** Null where no environment was found. */
  readonly environmentId: Id | null;
  /** Address as the table of endpoints names it. */
  readonly path: string;
  readonly status: number;
  readonly latencyMs: number;
  readonly atMs: number;
  /** Events by the class of their status, for a call that brought several: each is used as in a call of its own. */
  readonly events?: ReadonlyMap<number, number>;
};

type ApiCalls = {
  /** Counts a call; never waits and never throws. */
  readonly count: (call: AnsweredCall) => void;
  /** Writes what was counted. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type ApiCallOptions = {
  readonly flushMs?: number;
  /** How long counts are kept. */
  readonly keepMs?: number;
};

type Slot = {
  readonly tenantId: Id;
  readonly environmentId: Id | null;
  readonly minuteMs: number;
  readonly path: string;
  readonly status: number;
  readonly latency: number[];
  /** What was used, at the class of its status: events of calls, one where a call brings one. */
  readonly used: number[];
  calls: number;
};

const FLUSH_MS = 5000;
const KEEP_MS = 92 * DAY_MS;
const PRUNE_EVERY_MS = HOUR_MS;
/** Slots held while the database is away; a minute of a busy installation has some hundred. */
const MAX_SLOTS = 50_000;
/** Hundreds of statuses, from 0 on. */
const STATUS_CLASSES = 6;

/** In order, so that nodes that count the same minute wait for each other instead of refusing each other. */
const UPSERT = `insert into api_call as known (tenant_id, environment_id, minute, path, status, calls, latency)
  select tenant_id, environment_id, minute, path, status, calls, latency
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, environment_id uuid, minute timestamptz, path text,
      status smallint, calls integer, latency integer[])
    order by 1, 2, 3, 4, 5
  on conflict on constraint api_call_once do update set
    calls = known.calls + excluded.calls,
    latency = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place)
      from unnest(known.latency, excluded.latency) with ordinality as both_of(a, b, place))`;

const record = ({ tenantId, environmentId, minuteMs, path, status, calls, latency, used }: Slot) => ({
  tenant_id: tenantId,
  environment_id: environmentId,
  minute: new Date(minuteMs).toISOString(),
  path,
  status,
  calls,
  latency,
  used,
});

/** What was used by hour, which is kept for good. */
const UPSERT_USAGE = `insert into usage_hour as known (tenant_id, environment_id, hour, path, status_class, calls)
  select tenant_id, environment_id, date_trunc('hour', minute, 'UTC'), path, place - 1, sum(amount)
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, environment_id uuid, minute timestamptz, path text, used integer[]),
      unnest(used) with ordinality as each_class(amount, place)
    where amount > 0
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict on constraint usage_hour_once do update set calls = known.calls + excluded.calls`;

/** Slots by environment, so that finding one puts no text together: a few addresses and statuses each. */
class Slots {
  readonly #ofEnvironment = new Map<Id, Slot[]>();
  #size = 0;

  add({ tenantId, environmentId, path, status, latencyMs, atMs, events }: AnsweredCall): void {
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    const slot = this.#slot(tenantId, environmentId, minuteMs, path, status);
    if (slot === undefined) return;
    slot.calls += 1;
    const classOf = Math.floor(status / 100);
    if (events === undefined) slot.used[classOf] = (slot.used[classOf] ?? 0) + 1;
    else for (const [each, count] of events) slot.used[each] = (slot.used[each] ?? 0) + count;
    const latencyClass = latencyClassOf(latencyMs);
    slot.latency[latencyClass] = (slot.latency[latencyClass] ?? 0) + 1;
  }

  /** Puts back what could not be written. */
  merge(slots: readonly Slot[]): void {
    for (const { tenantId, environmentId, minuteMs, path, status, calls, latency, used } of slots) {
      const slot = this.#slot(tenantId, environmentId, minuteMs, path, status);
      if (slot === undefined) continue;
      slot.calls += calls;
      for (const [index, count] of latency.entries()) slot.latency[index] = (slot.latency[index] ?? 0) + count;
      for (const [index, count] of used.entries()) slot.used[index] = (slot.used[index] ?? 0) + count;
    }
  }

  take(): readonly Slot[] {
    const slots = [...this.#ofEnvironment.values()].flat();
    this.#ofEnvironment.clear();
    this.#size = 0;
    return slots;
  }

  #slot(tenantId: Id, environmentId: Id | null, minuteMs: number, path: string, status: number): Slot | undefined {
    const place = environmentId ?? tenantId;
    const slots = this.#ofEnvironment.get(place);
    const known = slots?.find(
      (slot) =>
        slot.minuteMs === minuteMs &&
        slot.status === status &&
        slot.path === path &&
        slot.environmentId === environmentId,
    );
    if (known !== undefined) return known;
    if (this.#size >= MAX_SLOTS) return undefined;
    const latency = new Array<number>(LATENCY_CLASSES).fill(0);
    const used = new Array<number>(STATUS_CLASSES).fill(0);
    const slot: Slot = { tenantId, environmentId, minuteMs, path, status, calls: 0, latency, used };
    if (slots === undefined) this.#ofEnvironment.set(place, [slot]);
    else slots.push(slot);
    this.#size += 1;
    return slot;
  }
}

/** Counts calls in memory and adds them to the database in batches; a crash loses the last few seconds of counts. */
export const createApiCalls = (database: Database, options: ApiCallOptions = {}): ApiCalls => {
  const keepMs = options.keepMs ?? KEEP_MS;
  const slots = new Slots();
  let pruneAtMs = 0;

  const write = async (): Promise<void> => {
    const taken = slots.take();
    const newest = taken.at(-1)?.minuteMs;
    if (newest === undefined) return;
    const tenantIds = [...new Set(taken.map(({ tenantId }) => tenantId))];
    const isPruning = newest >= pruneAtMs;
    try {
      await asIngest(database.pools.ingest, tenantIds, async (client) => {
        const counted = JSON.stringify(taken.map(record));
        await client.query(UPSERT, [counted]);
        await client.query(UPSERT_USAGE, [counted]);
        if (isPruning) await client.query('delete from api_call where minute < $1', [new Date(newest - keepMs)]);
      });
      if (isPruning) pruneAtMs = newest + PRUNE_EVERY_MS;
    } catch (error) {
      slots.merge(taken);
      database.log.warn({ err: error }, 'calls could not be counted; trying again');
    }
  };

  return {
    count: (call) => slots.add(call),
    ...flushPeriodically(write, options.flushMs ?? FLUSH_MS),
  };
};
