import { CASE_ORDERINGS, GENERAL_QUEUE_ID, type LoggedAssessmentKind } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { queueJobsAround } from '../jobs/queue-jobs.ts';
import { KIND_CODES, kindCodeOf, kindOfCode } from '../log/log-event.ts';
import { asIngest, type EventKey } from '../log/read-log.ts';
import type { CaseKey } from '../projections/cases/case-id.ts';
import { EARLY_STATUS_DAYS } from '../projections/cases/cases.projector.ts';
import { lockedCaseOf, type LockedCase } from './case-record.repository.ts';

/**
 * Open cases of an assessment, built in or defined, whose reviews become none any more; purchases always have cases. The ranges
 * between the kinds that do are read from an index; "none of these" would read every open case.
 */
const isLeftOver = (kinds: readonly LoggedAssessmentKind[]): RawBuilder<boolean> => {
  const codes = kinds.map(kindCodeOf).toSorted((a, b) => a - b);
  const ranges = [...codes, null].map((below, index) => {
    const above = codes[index - 1];
    const bounds = [
      ...(above === undefined ? [] : [sql`c.kind > ${above}::smallint`]),
      ...(below === null ? [] : [sql`c.kind < ${below}::smallint`]),
    ];
    return sql`(${sql.join(bounds, sql` and `)})`;
  });
  return sql`c.outcome is null and c.kind <> ${sql.lit(KIND_CODES.purchase)} and (${sql.join(ranges, sql` or `)})`;
};

/** Whether a queue is ordered by an attribute of the assessment, which its cases hold the values of. */
const isOfAttribute = sql<boolean>`q.order_by <> all(${[...CASE_ORDERINGS]}::text[])`;

/** Open cases, as the index of the attributes whose values they hold has them. */
const isOpen = sql<boolean>`outcome is null and order_path >= ''`;

/**
 * Open cases that hold the value of another attribute than the one that their queue is ordered by, or none. Goes from one
 * queue and attribute to the next in an index, so that cases with the right one are not read, however many there are.
 * `offset 0` and `materialized` keep a planner without statistics from reading all cases first.
 */
const misordered = (environmentId: Id | null): RawBuilder<unknown> => sql`
  with recursive held as (
    (select environment_id, queue_id, order_path from review_case
      where ${isOpen} order by environment_id, queue_id, order_path limit 1)
    union all
    select next.*
      from held cross join lateral (
        select environment_id, queue_id, order_path from review_case
         where ${isOpen} and (environment_id, queue_id, order_path) > (held.environment_id, held.queue_id, held.order_path)
         order by environment_id, queue_id, order_path limit 1) next),
  wrong as materialized (
    select held.*, q.order_by
      from held join case_queue q on q.environment_id = held.environment_id and q.queue_id = held.queue_id
     where ${isOfAttribute} and held.order_path <> q.order_by
       and ${environmentId === null ? sql`true` : sql`q.environment_id = ${environmentId}`})
  select c.tenant_id, c.environment_id, c.kind, c.event_id, c.queue_id, wrong.order_by
    from wrong cross join lateral (
      select * from review_case
       where ${isOpen} and environment_id = wrong.environment_id and queue_id = wrong.queue_id
         and order_path = wrong.order_path offset 0) c`;

/**
 * Queues of open cases that were deleted: a node with an older plan sent cases there, after the others had moved. Goes through
 * the queues that have open cases from one to the next in an index, because there are few of them and many cases.
 */
const goneQueues = sql`
  with recursive place as (
    (select environment_id, queue_id from review_case where outcome is null order by environment_id, queue_id limit 1)
    union all
    select next.environment_id, next.queue_id
      from place cross join lateral (
        select environment_id, queue_id from review_case
         where outcome is null and (environment_id, queue_id) > (place.environment_id, place.queue_id)
         order by environment_id, queue_id limit 1) next)
  select environment_id, queue_id from place
   where queue_id <> ${GENERAL_QUEUE_ID}::uuid and not exists (
     select from case_queue q where q.environment_id = place.environment_id and q.queue_id = place.queue_id)`;

const isAstray = sql<boolean>`c.outcome is null and (c.environment_id, c.queue_id) in (${goneQueues})`;

/** Open cases of a queue that was deleted, found queue by queue, so that the others are not read. */
const astray = sql`
  select c.tenant_id, c.environment_id
    from (${goneQueues} offset 0) gone cross join lateral (
      select tenant_id, environment_id from review_case
       where outcome is null and environment_id = gone.environment_id and queue_id = gone.queue_id offset 0) c`;

/**
 * Queues a job for each environment of a tenant that has cases to look after.
 *
 * @param kinds assessments whose reviews become cases.
 */
export const queueCaseUpkeep = async (
  trx: TenantTransaction,
  kinds: readonly LoggedAssessmentKind[],
  at: Date,
): Promise<void> => {
  const [before, behind] = queueJobsAround('caseUpkeep', `'${at.toISOString()}'::timestamptz`);
  await sql`${sql.raw(before)} (
        select c.tenant_id, c.environment_id from review_case c where ${isLeftOver(kinds)}
        union all
        select c.tenant_id, c.environment_id from (${astray}) c
        union all
        select c.tenant_id, c.environment_id from (${misordered(null)}) c
      ) x ${sql.raw(behind)}`.execute(trx);
};

/** Locks some cases of an environment; those that others work on are left. */
const lockSome = async (
  trx: TenantTransaction,
  environmentId: Id,
  which: RawBuilder<boolean>,
  most: number,
): Promise<readonly LockedCase[]> => {
  const rows = await trx
    .selectFrom('review_case as c')
    .selectAll()
    .where('c.environment_id', '=', environmentId)
    .where(which)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(lockedCaseOf);
};

/** Locks open cases of an environment whose assessment makes none any more. */
export const lockLeftOverCases = (
  trx: TenantTransaction,
  environmentId: Id,
  kinds: readonly LoggedAssessmentKind[],
  most: number,
): Promise<readonly LockedCase[]> => lockSome(trx, environmentId, isLeftOver(kinds), most);

/** Locks open cases of an environment whose queue was deleted. */
export const lockAstrayCases = (
  trx: TenantTransaction,
  environmentId: Id,
  most: number,
): Promise<readonly LockedCase[]> => lockSome(trx, environmentId, isAstray, most);

/** An open case that is to hold the value of an attribute of its event. */
export type MisorderedCase = {
  readonly key: EventKey & { readonly kind: LoggedAssessmentKind };
  readonly queueId: Id;
  readonly orderPath: string;
};

const readMisordered = async (
  trx: TenantTransaction,
  cases: RawBuilder<unknown>,
): Promise<readonly MisorderedCase[]> => {
  const { rows } = await sql<CaseKey & { readonly queueId: Id; readonly orderPath: string }>`
    select tenant_id as "tenantId", environment_id as "environmentId", kind, event_id as "eventId", queue_id as "queueId",
           order_by as "orderPath"
      from (${cases}) c`.execute(trx);
  return rows.map(({ queueId, orderPath, kind, ...place }) => ({
    key: { ...place, kind: kindOfCode(kind) as LoggedAssessmentKind },
    queueId,
    orderPath,
  }));
};

export const listMisorderedCases = (
  trx: TenantTransaction,
  environmentId: Id,
  most: number,
): Promise<readonly MisorderedCase[]> => readMisordered(trx, sql`${misordered(environmentId)} limit ${most}`);

/** The misordered ones among some cases. */
export const listMisorderedAmong = async (
  trx: TenantTransaction,
  caseIds: readonly Id[],
): Promise<readonly MisorderedCase[]> =>
  caseIds.length === 0
    ? []
    : readMisordered(
        trx,
        sql`
    select c.*, q.order_by
      from review_case c join case_queue q
        on q.tenant_id = c.tenant_id and q.environment_id = c.environment_id and q.queue_id = c.queue_id
     where c.case_id = any(${[...caseIds]}::uuid[]) and c.outcome is null and ${isOfAttribute}
       and c.order_path <> q.order_by`,
      );

/** Gives cases the values that their queues are ordered by; those that left their queue meanwhile keep what they have. */
export const saveOrderValues = async (
  trx: TenantTransaction,
  values: readonly (MisorderedCase & { readonly value: string | number | undefined })[],
): Promise<void> => {
  const rows = values.map(({ key, queueId, orderPath, value }) => ({
    e: key.environmentId,
    k: kindCodeOf(key.kind),
    i: key.eventId,
    q: queueId,
    p: orderPath,
    t: typeof value === 'string' ? value : null,
    n: typeof value === 'number' ? value : null,
  }));
  await sql`
    update review_case c set order_path = x.p, order_text = x.t, order_number = x.n
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x(e uuid, k smallint, i text, q uuid, p text, t text, n double precision)
     where c.environment_id = x.e and c.kind = x.k and c.event_id = x.i and c.queue_id = x.q`.execute(trx);
};

/** Forgets statuses whose events did not come in time for them to cancel a case. */
export const forgetEarlyStatuses = async (database: Database, at: Date): Promise<void> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  // A day more, for events that were received in time and are projected late.
  const before = new Date(at.getTime() - (EARLY_STATUS_DAYS + 1) * DAY_MS);
  await asIngest(database.pools.ingest, tenantIds, (client) =>
    client.query('delete from case_early_status where received_at < $1', [before]),
  );
};
