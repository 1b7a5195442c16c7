import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { asIngest } from '../log/read-log.ts';
import {
  findTraceSubscription,
  type StoredTraceSubscription,
  type TraceCounts,
  type TracePositions,
} from './trace-subscription.repository.ts';

/** A subscription that may have something to send. */
export type DueTrace = { readonly tenantId: Id; readonly environmentId: Id; readonly id: Id };

/** What there is to do for nodes that send. */
export type DueTraces = {
  readonly due: readonly DueTrace[];
  /** Every active subscription of the installation, due or not. */
  readonly activeIds: ReadonlySet<Id>;
};

/** How long counts by the hour are kept. */
const COUNTS_KEPT_HOURS = 48;

/** Active subscriptions of all tenants behind whose position something happened, or with dead letters to send again. */
export const listDueTraces = async (database: Database, most: number): Promise<DueTraces> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  if (tenantIds.length === 0) return { due: [], activeIds: new Set() };
  return asIngest(database.pools.ingest, tenantIds, async (client) => {
    const { rows } = await client.query<{ t: Id; e: Id; i: Id; due: boolean }>(
      `select s.tenant_id as t, s.environment_id as e, s.subscription_id as i,
              s.due_at <= now() and s.lease_until <= now()
                and (s.log_position < l.position or s.activity_position < coalesce(a.sequence, 0)
                  or s.case_position < coalesce(c.sequence, 0)
                  or exists (select from trace_dead_letter d where d.tenant_id = s.tenant_id
                       and d.subscription_id = s.subscription_id and d.replay_at is not null)) as due
         from trace_subscription s
         cross join (select position from stream where stream_id = 1) l
         left join audit_head a on a.tenant_id = s.tenant_id
         left join case_entry_head c on c.tenant_id = s.tenant_id
        where s.is_active and s.stopped_at is null
        order by s.due_at limit $1`,
      [most],
    );
    const due = rows.filter((row) => row.due).map(({ t, e, i }) => ({ tenantId: t, environmentId: e, id: i }));
    return { due, activeIds: new Set(rows.map(({ i }) => i)) };
  });
};

/** Takes a subscription for sending: of several nodes the first one gets it; undefined where it is not due any more. */
export const claimTrace = async (
  trx: TenantTransaction,
  { environmentId, id }: Pick<DueTrace, 'environmentId' | 'id'>,
  leaseMs: number,
): Promise<StoredTraceSubscription | undefined> => {
  const claimed = await trx
    .updateTable('trace_subscription')
    .set({ lease_until: sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'` })
    .where('subscription_id', '=', id)
    .where('is_active', '=', true)
    .where('stopped_at', 'is', null)
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .where('lease_until', '<=', sql<Date>`clock_timestamp()`)
    .returning('subscription_id')
    .executeTakeFirst();
  return claimed && findTraceSubscription(trx, environmentId, id);
};

type Sender = { readonly tenantId: Id; readonly environmentId: Id; readonly id: Id; readonly version: number };

const count = async (
  trx: TenantTransaction,
  { tenantId, environmentId, id }: Sender,
  { sent, failed, lags = [] }: TraceCounts & { readonly lags?: readonly number[] },
): Promise<void> => {
  if (sent === 0 && failed === 0) return;
  const { rows } = await sql<{ fresh: boolean }>`
    insert into trace_hour (tenant_id, subscription_id, environment_id, hour, sent, failed, lags)
      values (${tenantId}, ${id}, ${environmentId}, date_trunc('hour', now()), ${sent}, ${failed}, ${[...lags]}::bigint[])
      on conflict (tenant_id, subscription_id, hour)
        do update set sent = trace_hour.sent + excluded.sent, failed = trace_hour.failed + excluded.failed,
          lags = coalesce((select array_agg(coalesce(kept, 0) + coalesce(more, 0) order by span)
            from unnest(trace_hour.lags, excluded.lags) with ordinality as spans(kept, more, span)), '{}')
      returning xmax = 0 as fresh`.execute(trx);
  if (rows[0]?.fresh !== true) return;
  await sql`delete from trace_hour where subscription_id = ${id}
    and hour < now() - ${COUNTS_KEPT_HOURS} * interval '1 hour'`.execute(trx);
};

/**
 * Keeps how far a sender came, and goes on with the lease or ends it. False where a command changed the subscription
 * meanwhile, or another node has it: nothing is written then.
 *
 * @param lags events that were accepted, by span of `TRACE_LAG_ENDS_MS`. @param leaseMs 0 ends the lease.
 */
export const saveTraceProgress = async (
  trx: TenantTransaction,
  sender: Sender,
  { log, activity, case: cases }: TracePositions,
  { sent, lags, leaseMs }: { readonly sent: number; readonly lags: readonly number[]; readonly leaseMs: number },
): Promise<boolean> => {
  const { rows } = await sql`
    update trace_subscription set log_position = ${log}, activity_position = ${activity}, case_position = ${cases},
        moved_at = clock_timestamp(), waiting_since = null, failures = 0, problem_code = null, problem = null,
        lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where subscription_id = ${sender.id} and version = ${sender.version} and is_active
      returning subscription_id`.execute(trx);
  if (rows.length === 0) return false;
  await count(trx, sender, { sent, failed: 0, lags });
  return true;
};

/** An attempt that came to nothing. */
export type TraceFailure = TraceCounts & {
  readonly code: string;
  readonly problem: string;
  /** When the first event that is not sent yet happened. */
  readonly waitingSince: Date | null;
  /** Until the next attempt; null stops the subscription. */
  readonly delayMs: number | null;
};

/** Keeps why nothing was sent, and ends the lease; gives how many attempts in a row failed, 0 where it was changed meanwhile. */
export const saveTraceFailure = async (
  trx: TenantTransaction,
  sender: Sender,
  { code, problem, waitingSince, delayMs, ...counts }: TraceFailure,
): Promise<number> => {
  const { rows } = await sql<{ failures: number }>`
    update trace_subscription set failures = failures + 1, problem_code = ${code}, problem = ${problem},
        failed_at = clock_timestamp(), waiting_since = ${waitingSince}, lease_until = '-infinity',
        due_at = clock_timestamp() + ${delayMs ?? 0} * interval '1 millisecond',
        stopped_at = case when ${delayMs === null} then clock_timestamp() end
      where subscription_id = ${sender.id} and version = ${sender.version} and is_active
      returning failures`.execute(trx);
  const [kept] = rows;
  if (kept === undefined) return 0;
  await count(trx, sender, counts);
  return kept.failures;
};

/** Lets go of a subscription, whatever it has become meanwhile. */
export const releaseTrace = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await sql`update trace_subscription set lease_until = '-infinity' where subscription_id = ${id}`.execute(trx);
};
