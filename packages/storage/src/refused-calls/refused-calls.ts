import { flushPeriodically, type Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';

/** A call of the public API that was refused; its texts are masked before they come here. */
export type RefusedCall = {
  readonly tenantId: Id;
  readonly clientId: string;
  /** The environment it was meant for; null where that was not found out. */
  readonly environmentId: Id | null;
  /** The environment header as sent; null without one. */
  readonly environmentReference: string | null;
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Beginning of the body; null where there was none that could be read. */
  readonly excerpt: string | null;
  readonly correlationId: string;
  readonly receivedAtMs: number;
};

type RefusedCalls = {
  /**
   * Keeps a record; never waits and never throws. Under a flood the surplus is dropped and counted.
   *
   * @param sameAs calls with the same text become one record with a count until the next write; calls past a limit do so
   * by themselves.
   */
  readonly keep: (call: RefusedCall, sameAs?: string) => void;
  /** Records dropped since the start. */
  readonly dropped: () => number;
  /** Writes what is held. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type RefusedCallOptions = {
  /** Records kept per tenant; older ones are removed. */
  readonly keepPerTenant?: number;
  readonly flushMs?: number;
};

/** Records kept per tenant, where nothing else is said. */
export const KEEP_PER_TENANT = 10_000;
const FLUSH_MS = 500;
const MAX_HELD = 1000;
const MAX_TEXT = 4000;

/** A refusal with the calls it stands for. */
type Held = { readonly call: RefusedCall; calls: number };

const TOO_MANY_CALLS = 429;

/** What calls past a limit have in common: there are as many as the caller sends, and each says the same. */
const sameRefusal = ({ tenantId, clientId, environmentId, path, code }: RefusedCall): string =>
  [tenantId, clientId, environmentId, path, code].join(' ');

/** Text as PostgreSQL can keep it: no NUL, no half of a character pair, no more than fits a screen. */
const storable = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '\uFFFD').toWellFormed();

const record = ({ call, calls }: Held) => ({
  calls,
  tenant_id: call.tenantId,
  received_at: new Date(call.receivedAtMs).toISOString(),
  client_id: storable(call.clientId),
  environment_id: call.environmentId,
  environment_reference: call.environmentReference === null ? null : storable(call.environmentReference),
  path: storable(call.path),
  status: call.status,
  code: call.code,
  message: storable(call.message),
  excerpt: call.excerpt === null ? null : storable(call.excerpt),
  correlation_id: storable(call.correlationId),
});

const INSERT = `insert into refused_call
    (tenant_id, received_at, client_id, environment_id, environment_reference, path, status, code, message, excerpt,
      correlation_id, calls)
  select tenant_id, received_at, client_id, environment_id, environment_reference, path, status, code, message, excerpt,
      correlation_id, calls
    from jsonb_to_recordset($1::jsonb) as x(tenant_id uuid, received_at timestamptz, client_id text,
      environment_id uuid, environment_reference text, path text, status integer, code text, message text, excerpt text,
      correlation_id text, calls integer)`;

const PRUNE = `delete from refused_call r where r.tenant_id = $1 and r.call_id <= (
    select call_id from refused_call where tenant_id = $1 order by call_id desc offset $2 limit 1)`;

/** Collects refused calls in memory and writes them in batches beside ingestion. */
export const createRefusedCalls = (database: Database, options: RefusedCallOptions = {}): RefusedCalls => {
  const keepPerTenant = options.keepPerTenant ?? KEEP_PER_TENANT;
  let held: Held[] = [];
  let merged = new Map<string, Held>();
  let dropped = 0;

  const write = async (): Promise<void> => {
    const calls = held;
    held = [];
    merged = new Map();
    if (calls.length === 0) return;
    const tenantIds = [...new Set(calls.map(({ call }) => call.tenantId))];
    try {
      await asIngest(database.pools.ingest, tenantIds, async (client) => {
        await client.query(INSERT, [JSON.stringify(calls.map(record))]);
        for (const tenantId of tenantIds) await client.query(PRUNE, [tenantId, keepPerTenant]);
      });
    } catch (error) {
      dropped += calls.length;
      database.log.warn({ err: error, calls: calls.length }, 'refused calls could not be recorded');
    }
  };

  return {
    keep: (call, sameAs) => {
      const key = sameAs ?? (call.status === TOO_MANY_CALLS ? sameRefusal(call) : undefined);
      const same = key === undefined ? undefined : merged.get(key);
      if (same !== undefined) {
        same.calls += 1;
        return;
      }
      if (held.length >= MAX_HELD) {
        dropped += 1;
        return;
      }
      const kept = { call, calls: 1 };
      held.push(kept);
      if (key !== undefined) merged.set(key, kept);
    },
    dropped: () => dropped,
    ...flushPeriodically(write, options.flushMs ?? FLUSH_MS),
  };
};
