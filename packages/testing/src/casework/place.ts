import { kindCodeOf, type Database } from '@redoubt/storage';
import { HOUR_MS, newId, type Id } from '@redoubt/kernel';
import { savePlace } from '../database/save-place.ts';

/** Where agents work: a tenant with one environment, nothing else in it. */
export type CasePlace = { readonly tenantId: Id; readonly environmentId: Id };

/** The role whose people work on all queues. */
export const ANALYST_ROLE = 'ManualReviewAnalyst';

export type NewQueue = {
  readonly name: string;
  readonly sequence: 'Restricted' | 'Unrestricted';
  /** One of `CASE_ORDERINGS`, or a path. */
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
};

export type NewCases = {
  readonly queueId: Id;
  readonly count: number;
  readonly at: Date;
  /** When the time-outs of the cases are due, spread evenly between both. */
  readonly dueAt: { readonly first: Date; readonly last: Date };
  /** Kind of the values that a queue with an attribute is ordered by. */
  readonly attribute?: 'text' | 'number';
};

/** Makes a tenant with one environment. */
export const createCasePlace = async (database: Database): Promise<CasePlace> => {
  const place = { tenantId: newId(), environmentId: newId() };
  await savePlace(database, place);
  return place;
};

export const addQueue = async (
  database: Database,
  { tenantId, environmentId }: CasePlace,
  { name, sequence, orderBy, direction }: NewQueue,
): Promise<Id> => {
  const id = newId();
  await database.inTenant(tenantId, async (trx) => {
    await trx
      .insertInto('case_queue')
      .values({
        tenant_id: tenantId,
        queue_id: id,
        environment_id: environmentId,
        assessment: 'purchase',
        name,
        name_key: name.toLowerCase(),
        description: '',
        sequence,
        order_by: orderBy,
        direction,
        timeout_ms: HOUR_MS,
        default_decision: 'Reject',
        changed_by: 'casework',
        changed_at: new Date(0),
      })
      .execute();
    await trx
      .insertInto('case_queue_assignee')
      .values({ tenant_id: tenantId, queue_id: id, principal_id: ANALYST_ROLE, kind: 'group', name: ANALYST_ROLE })
      .execute();
  });
  return id;
};

/** The attributes whose values cases hold. */
const ATTRIBUTE_PATHS = { text: 'user.city', number: 'customData.points' } as const;

/** Amounts, scores and attributes that repeat now and then, and are missing in some cases, in no order of their own. */
const INSERT = `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
    rule, clause, reason, amount_units, currency, risk_score, expected_loss, order_path, order_text, order_number, queue_id,
    settles_at, due_at)
  select $1, $2, $3, 'p-' || position, gen_random_uuid(), position, $4::timestamptz - make_interval(secs => mixed % 86400),
      $4, 'Large orders', 'Review', 'Large order', amount * 10000, 'EUR', score,
      amount * coalesce(score, 1000) / 1000.0,
      case $8::text when 'text' then '${ATTRIBUTE_PATHS.text}' when 'number' then '${ATTRIBUTE_PATHS.number}' else '' end,
      case when $8::text = 'text' and mixed % 20 <> 0 then 'city ' || mixed % 5000 end,
      case when $8::text = 'number' and mixed % 20 <> 0 then (mixed % 90000) / 7.0 end, $5, $4,
      $6::timestamptz + ($7::timestamptz - $6::timestamptz) * random()
    from (select n.position, n.mixed, case when n.mixed % 50 <> 0 then 5 + n.mixed % 2500 end as amount,
            case when n.mixed % 10 <> 0 then n.mixed % 1000 end as score
          from (select i + $9::bigint as position, (i * 7919) % 1000003 as mixed from generate_series(1, $10) i) n) c`;

/** Puts cases into their table, as the projector would for so many reviewed events. */
export const addCases = async (
  database: Database,
  { tenantId, environmentId }: CasePlace,
  cases: readonly NewCases[],
): Promise<void> => {
  const client = await database.pools.ingest.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('redoubt.tenant_ids', $1, true)", [tenantId]);
    let position = 0;
    for (const { queueId, count, at, dueAt, attribute = null } of cases) {
      const place = [tenantId, environmentId, kindCodeOf('purchase'), at, queueId];
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      await client.query(INSERT, [...place, dueAt.first, dueAt.last, attribute, position, count]);
      position += count;
    }
    await client.query('commit');
  } finally {
    client.release();
  }
};
