import { DAY_MS, flushPeriodically, HOUR_MS, type Id, MINUTE_MS } from '@redoubt/kernel';
import type { LoggedKind } from '@redoubt/domain';
import { LATENCY_CLASSES, latencyClassOf } from '../api-calls/latency.ts';
import type { Database } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
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
  /** The rule and its part; absent where none calls, as a test does not. */
  readonly caller?: { readonly textId: Id; readonly part: string } | undefined;
  /** The event that was decided; absent where there is none. */
  readonly event?: { readonly environmentId: Id; readonly kind: LoggedKind; readonly eventId: string };
};

/** Stands for the caller where none is known. */
export const NO_CALLER = { textId: '00000000-0000-0000-0000-000000000000' as Id, part: '' };

export type CallMetrics = {
  /** Counts a call; never waits and never throws. */
  readonly count: (call: MadeCall) => void;
  /** Writes what was counted. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Slot = Pick<MadeCall, 'tenantId' | 'environmentId' | 'targetId' | 'outcome'> & {
  readonly caller: NonNullable<MadeCall['caller']>;
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
    (tenant_id, environment_id, target_id, minute, outcome, text_id, part, calls, total_ms, latency)
  select tenant_id, environment_id, target_id, minute, outcome, text_id, part, calls, total_ms, latency
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, environment_id uuid, target_id uuid, minute timestamptz,
      outcome text, text_id uuid, part text, calls integer, total_ms bigint, latency integer[])
    order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, environment_id, target_id, minute, outcome, text_id, part) do update set
    calls = known.calls + excluded.calls,
    total_ms = known.total_ms + excluded.total_ms,
    latency = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place)
      from unnest(known.latency, excluded.latency) with ordinality as both_of(a, b, place))`;

/** The newest event of a failure takes the place of the one before it. */
const KEEP_FAILURES = `insert into call_failure as known
    (tenant_id, target_id, outcome, text_id, part, environment_id, kind, event_id, at)
  select tenant_id, target_id, outcome, text_id, part, environment_id, kind, event_id, at
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, target_id uuid, outcome text, text_id uuid, part text,
      environment_id uuid, kind smallint, event_id text, at timestamptz)
    order by 1, 2, 3, 4, 5
  on conflict (tenant_id, target_id, outcome, text_id, part) do update set
    environment_id = excluded.environment_id, kind = excluded.kind, event_id = excluded.event_id, at = excluded.at
    where known.at < excluded.at`;

const record = ({ tenantId, environmentId, targetId, minuteMs, outcome, caller, calls, totalMs, latency }: Slot) => ({
  tenant_id: tenantId,
  environment_id: environmentId,
  target_id: targetId,
  minute: new Date(minuteMs).toISOString(),
  outcome,
  text_id: caller.textId,
  part: caller.part,
  calls,
  total_ms: Math.round(totalMs),
  latency,
});

type Failure = MadeCall & Required<Pick<MadeCall, 'event'>>;

const failureRecord = ({ tenantId, targetId, outcome, caller = NO_CALLER, event, atMs }: Failure) => ({
  tenant_id: tenantId,
  target_id: targetId,
  outcome,
  text_id: caller.textId,
  part: caller.part,
  environment_id: event.environmentId,
  kind: kindCodeOf(event.kind),
  event_id: event.eventId,
  at: new Date(atMs).toISOString(),
});

/** What a failure is kept under: the newest one of each. */
const failureKey = ({ tenantId, targetId, outcome, caller = NO_CALLER }: MadeCall): string =>
  `${tenantId} ${targetId} ${outcome} ${caller.textId} ${caller.part}`;

/** Counts calls in memory and adds them to the database in batches; a crash loses the last few seconds of counts. */
export const createCallMetrics = (database: Database, options: { readonly flushMs?: number } = {}): CallMetrics => {
  const slots = new Map<string, Slot>();
  const failures = new Map<string, Failure>();
  let pruneAtMs = 0;

  const slotOf = (place: Omit<Slot, 'calls' | 'totalMs' | 'latency'>): Slot | undefined => {
    const { tenantId, environmentId, targetId, minuteMs, outcome, caller } = place;
    const key = `${tenantId} ${environmentId} ${targetId} ${minuteMs} ${outcome} ${caller.textId} ${caller.part}`;
    const known = slots.get(key);
    if (known !== undefined || slots.size >= MAX_SLOTS) return known;
    const latency = new Array<number>(LATENCY_CLASSES).fill(0);
    const slot: Slot = { ...place, latency, calls: 0, totalMs: 0 };
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
    const failed = [...failures.values()];
    slots.clear();
    failures.clear();
    const newest = taken.reduce((latest, { minuteMs }) => Math.max(latest, minuteMs), 0);
    if (newest === 0) return;
    const tenantIds = [...new Set(taken.map(({ tenantId }) => tenantId))];
    const isPruning = newest >= pruneAtMs;
    try {
      await asIngest(database.pools.ingest, tenantIds, async (client) => {
        await client.query(UPSERT, [JSON.stringify(taken.map(record))]);
        if (failed.length > 0) await client.query(KEEP_FAILURES, [JSON.stringify(failed.map(failureRecord))]);
        if (!isPruning) return;
        const before = [new Date(newest - KEEP_MS)];
        await client.query('delete from call_metric where minute < $1', before);
        await client.query('delete from call_failure where at < $1', before);
      });
      if (isPruning) pruneAtMs = newest + PRUNE_EVERY_MS;
    } catch (error) {
      putBack(taken);
      for (const each of failed) if (!failures.has(failureKey(each))) failures.set(failureKey(each), each);
      database.log.warn({ err: error }, 'external calls could not be counted; trying again');
    }
  };

  return {
    count: (call) => {
      const { tenantId, environmentId, targetId, outcome, latencyMs, atMs, caller = NO_CALLER, event } = call;
      const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
      const slot = slotOf({ tenantId, environmentId, targetId, outcome, caller, minuteMs });
      if (slot === undefined) return;
      if (event !== undefined && outcome !== 'ok') failures.set(failureKey(call), { ...call, event });
      const latencyClass = latencyClassOf(latencyMs);
      slot.calls += 1;
      slot.totalMs += latencyMs;
      slot.latency[latencyClass] = (slot.latency[latencyClass] ?? 0) + 1;
    },
    ...flushPeriodically(write, options.flushMs ?? FLUSH_MS),
  };
};
