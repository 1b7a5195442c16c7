import { nameKey, type TraceEvent, type TraceTargetKind, type TraceTargetSettings } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** What people choose about a subscription. */
export type TraceSubscriptionContent = {
  readonly name: string;
  readonly description: string;
  readonly events: readonly TraceEvent[];
  readonly kind: TraceTargetKind;
  readonly settings: TraceTargetSettings;
  /** By name, each sealed. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Texts of the rule language; empty: all events, whole. */
  readonly filter: string;
  readonly projection: string;
  readonly masked: boolean;
};

/** The last of each source that was sent or set aside; the log counts over all tenants, the others in the tenant. */
export type TracePositions = { readonly log: number; readonly activity: number; readonly case: number };

export type StoredTraceSubscription = TraceSubscriptionContent & {
  readonly id: Id;
  readonly environmentId: Id;
  readonly isActive: boolean;
  readonly positions: TracePositions;
  /** When the positions last moved, or were found at the end. */
  readonly movedAt: Date;
  /** When the first event that is not sent yet happened; null where none is known. */
  readonly waitingSince: Date | null;
  /** Attempts in a row that failed. */
  readonly failures: number;
  readonly problemCode: string | null;
  readonly problem: string | null;
  readonly failedAt: Date | null;
  /** After a failure that no further attempt changes. */
  readonly stoppedAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly changedAt: Date;
  readonly changedBy: string;
};

type Changed = { readonly by: string; readonly at: Date };

const select = (trx: TenantTransaction) =>
  trx
    .selectFrom('trace_subscription')
    .select([
      'subscription_id as id',
      'environment_id as environmentId',
      'name',
      'description',
      'changed_by as changedBy',
      'changed_at as changedAt',
      'events',
      'kind',
      'settings',
      'secrets',
      'filter',
      'projection',
      'masked',
      'is_active as isActive',
      'version',
      'created_at as createdAt',
      'log_position as log',
      'activity_position as activity',
      'case_position as case',
      'moved_at as movedAt',
      'waiting_since as waitingSince',
      'failures',
      'created_by as createdBy',
      'problem_code as problemCode',
      'problem',
      'failed_at as failedAt',
      'stopped_at as stoppedAt',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const storedOf = ({ log, activity, case: cases, ...row }: Row): StoredTraceSubscription => ({
  ...row,
  positions: { log, activity, case: cases },
});

/** Subscriptions of an environment by name. */
export const listTraceSubscriptions = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly StoredTraceSubscription[]> =>
  (await select(trx).where('environment_id', '=', environmentId).orderBy('name_key').execute()).map(storedOf);

/** One subscription of an environment. */
export const findTraceSubscription = async (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
  lock = false,
): Promise<StoredTraceSubscription | undefined> => {
  const query = select(trx).where('environment_id', '=', environmentId).where('subscription_id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && storedOf(row);
};

/** Makes changes of the subscriptions of an environment wait for one another, so that their number and names hold. */
export const lockTraceSubscriptions = async (trx: TenantTransaction, environmentId: Id): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`event tracing ${environmentId}`}, 0))`.execute(trx);
};

const columnsOf = (content: TraceSubscriptionContent, { by, at }: Changed) => ({
  name: content.name,
  name_key: nameKey(content.name),
  description: content.description,
  events: [...content.events],
  kind: content.kind,
  settings: JSON.stringify(content.settings),
  secrets: JSON.stringify(content.secrets),
  filter: content.filter,
  projection: content.projection,
  masked: content.masked,
  changed_by: by,
  changed_at: at,
});

/** What a fresh start forgets. */
const noFailure = { failures: 0, problem_code: null, problem: null, failed_at: null, stopped_at: null };

/** Keeps a new subscription that begins with what happens after `positions`. */
export const insertTraceSubscription = async (
  trx: TenantTransaction,
  tenantId: Id,
  { id, environmentId, positions }: Pick<StoredTraceSubscription, 'id' | 'environmentId' | 'positions'>,
  content: TraceSubscriptionContent,
  changed: Changed,
): Promise<void> => {
  await trx
    .insertInto('trace_subscription')
    .values({
      tenant_id: tenantId,
      subscription_id: id,
      environment_id: environmentId,
      ...columnsOf(content, changed),
      is_active: true,
      log_position: positions.log,
      activity_position: positions.activity,
      case_position: positions.case,
      moved_at: changed.at,
      due_at: changed.at,
      created_by: changed.by,
      created_at: changed.at,
    })
    .execute();
};

/** Replaces what a subscription is; one that was stopped is tried again. */
export const updateTraceSubscription = async (
  trx: TenantTransaction,
  id: Id,
  content: TraceSubscriptionContent,
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('trace_subscription')
    .set({ ...columnsOf(content, changed), ...noFailure, due_at: changed.at, version: sql`version + 1` })
    .where('subscription_id', '=', id)
    .execute();
};

/** Sends, or sends no more; a start forgets what failed and goes on where sending ended. */
export const setTraceActive = async (
  trx: TenantTransaction,
  id: Id,
  isActive: boolean,
  { by, at }: Changed,
): Promise<void> => {
  const from = isActive ? { ...noFailure, due_at: at } : {};
  await trx
    .updateTable('trace_subscription')
    .set({ is_active: isActive, ...from, changed_by: by, changed_at: at, version: sql`version + 1` })
    .where('subscription_id', '=', id)
    .execute();
};

/** Sends again from other positions. */
export const moveTracePositions = async (
  trx: TenantTransaction,
  id: Id,
  positions: TracePositions,
  { by, at }: Changed,
): Promise<void> => {
  await trx
    .updateTable('trace_subscription')
    .set({
      log_position: positions.log,
      activity_position: positions.activity,
      case_position: positions.case,
      waiting_since: null,
      due_at: at,
      changed_by: by,
      changed_at: at,
      version: sql`version + 1`,
    })
    .where('subscription_id', '=', id)
    .execute();
};

/** Removes a subscription with its counts and dead letters. */
export const deleteTraceSubscription = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('trace_subscription').where('subscription_id', '=', id).execute();
};

/** Sent and failed messages of a time. */
export type TraceCounts = { readonly sent: number; readonly failed: number };

/** Messages of subscriptions of an environment since a moment, by subscription; those without any are left out. */
export const readTraceCounts = async (
  trx: TenantTransaction,
  environmentId: Id,
  since: Date,
): Promise<ReadonlyMap<Id, TraceCounts>> => {
  const rows = await trx
    .selectFrom('trace_hour')
    .select(({ fn }) => [
      'subscription_id as id',
      fn.sum<string>('sent').as('sent'),
      fn.sum<string>('failed').as('failed'),
    ])
    .where('environment_id', '=', environmentId)
    .where('hour', '>=', since)
    .groupBy('subscription_id')
    .execute();
  return new Map(rows.map(({ id, sent, failed }) => [id, { sent: Number(sent), failed: Number(failed) }]));
};

/** Events of a subscription that were sent since a moment, by span of `TRACE_LAG_ENDS_MS`; the last spans may be left out. */
export const readTraceLags = async (trx: TenantTransaction, id: Id, since: Date): Promise<readonly number[]> => {
  const { rows } = await sql<{ count: string }>`
    select sum(spans.count)::text as count
      from trace_hour h cross join unnest(h.lags) with ordinality as spans(count, span)
     where h.subscription_id = ${id} and h.hour >= ${since} group by spans.span order by spans.span`.execute(trx);
  return rows.map(({ count }) => Number(count));
};
