import {
  ownPathOf,
  ownSearchField,
  type Decision,
  type LoggedAssessmentKind,
  type OwnSearchField,
} from '@redoubt/domain';
import { fromMoneyUnits, type Id } from '@redoubt/kernel';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import { LINK_ATTRIBUTES, linksOfFacts, type LinkAttribute } from '../projections/search/links.ts';
import type { PurchaseFacts } from '../log/log-event.ts';
import type { CaseTables } from '../schema/casework/case-tables.ts';
import type { FraudLabel } from '../schema/events/projection-tables.ts';
import type { Scope } from './search-query.ts';
import { valueRows, type WantedValue } from './value-rows.ts';

/** An attribute of the product, or one that the customer made searchable. */
export type LinkingAttribute = LinkAttribute | OwnSearchField;

/** Values by which events are linked, by attribute. */
export type LinkingValues = ReadonlyMap<LinkingAttribute, readonly string[]>;

/** An event that shares values with another one. */
export type LinkedEvent = {
  readonly environmentId: Id;
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
  readonly eventTime: Date;
  readonly decision: Decision;
  readonly reason: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly riskScore: number | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly email: string | null;
  readonly ipAddress: string | null;
  readonly fraudLabel: FraudLabel;
  readonly status: string | null;
  readonly by: readonly LinkingAttribute[];
  /** The row of its case; null where it has none. */
  readonly case: Selectable<CaseTables['review_case']> | null;
};

/** Values that an event shares with others, by attribute; of those that it has. */
export const linkingValues = (facts: PurchaseFacts): ReadonlyMap<LinkAttribute, readonly string[]> => {
  const links = Object.entries(linksOfFacts(facts)) as [LinkAttribute, readonly string[]][];
  return new Map(links.filter(([, values]) => values.length > 0));
};

/** An event as links ask about it. */
export type LinkedTo = { readonly environmentId: Id; readonly kind: LoggedAssessmentKind; readonly eventId: string };

/**
 * Texts of the attributes that the customer made searchable, as search keeps them of an event. Numbers, times and truth
 * values are none: too many events share them by chance.
 */
export const readOwnLinkingValues = async (
  database: Database,
  tenantId: Id,
  { environmentId, kind, eventId }: LinkedTo,
): Promise<LinkingValues> => {
  const { rows } = await database.readTenant(tenantId, (trx) =>
    sql<{ readonly own: Readonly<Record<string, readonly unknown[]>> | null }>`
      select own from event_search
       where event_id = ${eventId} and kind = ${kindCodeOf(kind)} and environment_id = ${environmentId}`.execute(trx),
  );
  const texts = Object.entries(rows[0]?.own ?? {}).map(
    ([path, values]) => [ownSearchField(path), values.filter((value) => typeof value === 'string')] as const,
  );
  return new Map(texts.filter(([, values]) => values.length > 0));
};

type LinkHits = LinkedTo & {
  readonly values: LinkingValues;
  readonly from: Date;
  readonly to: Date;
};

/** Which links of an event are wanted; the event itself is none. */
export type LinkQuery = LinkHits & {
  /** Events have one of the values, or one of each attribute. */
  readonly match: 'any' | 'all';
  /** Events whose case waits for a decision, events with a decision that stands, or both. */
  readonly list: 'cases' | 'decided' | 'all';
  readonly limit: number;
};

/** Rows of one value that are looked at: a value that so many events have, such as the address of an office, links nothing. */
const MOST_OF_A_VALUE = 5000;

type Row = {
  environment_id: Id;
  kind: number;
  event_id: string;
  event_time: Date;
  decision: Decision;
  reason: string | null;
  amount_units: number | null;
  currency: string | null;
  risk_score: number | null;
  user_id: string | null;
  user_name: string | null;
  email: string | null;
  ip_address: string | null;
  fraud_label: FraudLabel;
  status: string | null;
  attributes: LinkingAttribute[];
  review: Selectable<CaseTables['review_case']> | null;
};

const listCondition = (list: LinkQuery['list']) => {
  if (list === 'cases') return sql`c.case_id is not null and c.outcome is null`;
  return list === 'decided' ? sql`(c.case_id is null or c.outcome is not null)` : sql`true`;
};

const caseOf = (row: Row): LinkedEvent['case'] => {
  const { review } = row;
  if (review === null) return null;
  const dates = ['settles_at', 'due_at', 'lease_since', 'lease_until', 'on_hold_until', 'ended_at'] as const;
  const parsed = Object.fromEntries(
    dates.map((name) => {
      const value = review[name] as unknown as string | null;
      return [name, value === null ? null : new Date(value)];
    }),
  );
  return { ...review, ...parsed };
};

/** Rows `name, environment_id, event_time, position` of events that have one of the values, by the name of its attribute. */
const hitRows = (scope: Scope, { kind, values, from, to }: LinkHits): RawBuilder<unknown> => {
  const wanted = [...values].flatMap(([name, texts]) =>
    texts.map((v): WantedValue<LinkingAttribute> => {
      const p = ownPathOf(name);
      return p === null ? { name, a: LINK_ATTRIBUTES[name as LinkAttribute], v } : { name, k: kindCodeOf(kind), p, v };
    }),
  );
  return valueRows(scope, 'text', wanted, { from, to, most: MOST_OF_A_VALUE });
};

/** Joins the events of `hit` with their cases, as `s` and `c`. */
const eventsOfHits = (tenantId: Id): RawBuilder<unknown> => sql`
  join event_search s on s.tenant_id = ${tenantId}::uuid and s.environment_id = hit.environment_id
   and s.event_time = hit.event_time and s.position = hit.position
  left join review_case c on c.tenant_id = s.tenant_id and c.environment_id = s.environment_id
   and c.kind = s.kind and c.event_id = s.event_id`;

const isAnother = ({ environmentId, kind, eventId }: LinkedTo): RawBuilder<unknown> =>
  sql`not (s.environment_id = ${environmentId} and s.kind = ${kindCodeOf(kind)} and s.event_id = ${eventId})`;

/** Events that share values with one, newest first. */
export const readLinkedEvents = async (
  database: Database,
  scope: Scope,
  query: LinkQuery,
): Promise<readonly LinkedEvent[]> => {
  const { tenantId } = scope;
  if (query.values.size === 0) return [];
  const atLeast = query.match === 'all' ? query.values.size : 1;
  const statement = sql<Row>`
    with hit as (
      select h.environment_id, h.event_time, h.position, array_agg(distinct h.name order by h.name) as attributes
        from (${hitRows(scope, query)}) h
       group by h.environment_id, h.event_time, h.position
      having count(distinct h.name) >= ${atLeast}
    )
    select s.*, hit.attributes, case when c.case_id is null then null else to_jsonb(c) end as review
      from hit ${eventsOfHits(tenantId)}
     where ${isAnother(query)}
       and ${listCondition(query.list)}
     order by s.event_time desc, s.position desc limit ${query.limit}`;
  const { rows } = await database.readTenant(tenantId, (trx) => statement.execute(trx));
  return rows.map((row) => ({
    environmentId: row.environment_id,
    kind: kindOfCode(row.kind) as LoggedAssessmentKind,
    eventId: row.event_id,
    eventTime: row.event_time,
    decision: row.decision,
    reason: row.reason,
    amount: row.amount_units === null ? null : fromMoneyUnits(row.amount_units),
    currency: row.currency,
    riskScore: row.risk_score,
    userId: row.user_id,
    userName: row.user_name,
    email: row.email,
    ipAddress: row.ip_address,
    fraudLabel: row.fraud_label,
    status: row.status,
    by: row.attributes,
    case: caseOf(row),
  }));
};

/** Events that share one attribute's values with an event, or any but `SHARED_BY_STRANGERS` where the attribute is null. */
export type LinkGroup = {
  readonly attribute: LinkingAttribute | null;
  readonly currency: string | null;
  /** Queue of those whose case waits for a decision; null for all others. */
  readonly queueId: Id | null;
  readonly events: number;
  /** Of events without an open case: labelled fraud or rejected. */
  readonly bad: number;
  /** Of the others without an open case: labelled no fraud or approved. */
  readonly good: number;
  /** Sum of the amounts that were sent. */
  readonly amount: number;
};

type GroupRow = {
  name: LinkingAttribute | null;
  currency: string | null;
  queue_id: Id | null;
  events: number;
  bad: number;
  good: number;
  units: number;
};

/** Attributes whose values strangers share: they link events, and do not count where all attributes are taken together. */
const SHARED_BY_STRANGERS: readonly LinkAttribute[] = ['userName', 'cardNumberStart'];

/** Counts events that share values with one, by attribute and all together. */
export const countLinkedEvents = async (
  database: Database,
  scope: Scope,
  query: LinkHits,
): Promise<readonly LinkGroup[]> => {
  if (query.values.size === 0) return [];
  const statement = sql<GroupRow>`
    with found as (${hitRows(scope, query)}),
    hit as (
      select distinct name, environment_id, event_time, position from found
      union all
      select distinct null::text, environment_id, event_time, position from found
       where name <> all(${SHARED_BY_STRANGERS}::text[])
    ),
    linked as (
      select hit.name, s.currency, s.amount_units,
             case when c.case_id is not null and c.outcome is null then c.queue_id end as queue_id,
             s.fraud_label = 'Fraud' or coalesce(c.case_action, s.decision) = 'Reject' as bad,
             s.fraud_label = 'NonFraud' or coalesce(c.case_action, s.decision) = 'Approve' as good
        from hit ${eventsOfHits(scope.tenantId)}
       where ${isAnother(query)}
    )
    select name, currency, queue_id, count(*)::int as events,
           (count(*) filter (where queue_id is null and bad))::int as bad,
           (count(*) filter (where queue_id is null and good and not bad))::int as good,
           coalesce(sum(amount_units), 0)::float8 as units
      from linked group by name, currency, queue_id`;
  const { rows } = await database.readTenant(scope.tenantId, (trx) => statement.execute(trx));
  return rows.map(({ name, currency, queue_id: queueId, units, ...counts }) => ({
    attribute: name,
    currency,
    queueId,
    ...counts,
    amount: fromMoneyUnits(units),
  }));
};
