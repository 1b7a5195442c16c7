import type { Decision, LoggedAssessmentKind } from '@redoubt/domain';
import { fromMoneyUnits, type Id } from '@redoubt/kernel';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import { LINK_ATTRIBUTES, linksOfFacts, type LinkAttribute } from '../projections/links.ts';
import type { PurchaseFacts } from '../log/log-event.ts';
import type { CaseTables } from '../schema/case-tables.ts';
import type { FraudLabel } from '../schema/projection-tables.ts';
import type { Scope } from './search-query.ts';

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
  readonly email: string | null;
  readonly ipAddress: string | null;
  readonly fraudLabel: FraudLabel;
  readonly status: string | null;
  readonly by: readonly LinkAttribute[];
  /** The row of its case; null where it has none. */
  readonly case: Selectable<CaseTables['review_case']> | null;
};

/** Values that an event shares with others, by attribute; of those that it has. */
export const linkingValues = (facts: PurchaseFacts): ReadonlyMap<LinkAttribute, readonly string[]> => {
  const links = Object.entries(linksOfFacts(facts)) as [LinkAttribute, readonly string[]][];
  return new Map(links.filter(([, values]) => values.length > 0));
};

export type LinkQuery = {
  /** The event that is asked about, which is none of its links. */
  readonly environmentId: Id;
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
  readonly values: ReadonlyMap<LinkAttribute, readonly string[]>;
  /** Events have one of the values, or one of each attribute. */
  readonly match: 'any' | 'all';
  readonly from: Date;
  readonly to: Date;
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
  email: string | null;
  ip_address: string | null;
  fraud_label: FraudLabel;
  status: string | null;
  attributes: LinkAttribute[];
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

/** Events that share values with one, newest first. */
export const readLinkedEvents = async (
  database: Database,
  { tenantId, environmentIds }: Scope,
  query: LinkQuery,
): Promise<readonly LinkedEvent[]> => {
  const wanted = [...query.values].flatMap(([f, values]) => values.map((v) => ({ f, a: LINK_ATTRIBUTES[f], v })));
  if (wanted.length === 0) return [];
  const atLeast = query.match === 'all' ? query.values.size : 1;
  const statement = sql<Row>`
    with hit as (
      select l.environment_id, l.event_time, l.position, array_agg(distinct w.f order by w.f) as attributes
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(f text, a smallint, v text)
        cross join unnest(${environmentIds}::uuid[]) as e(id)
        cross join lateral (
          select l.environment_id, l.event_time, l.position from event_link l
           where l.tenant_id = ${tenantId}::uuid and l.environment_id = e.id and l.attribute = w.a and l.value = w.v
             and l.event_time >= ${query.from} and l.event_time < ${query.to}
           order by l.event_time desc, l.position desc limit ${MOST_OF_A_VALUE}
        ) l
       group by l.environment_id, l.event_time, l.position
      having count(distinct w.f) >= ${atLeast}
    )
    select s.*, hit.attributes, case when c.case_id is null then null else to_jsonb(c) end as review
      from hit join event_search s on s.tenant_id = ${tenantId}::uuid and s.environment_id = hit.environment_id
       and s.event_time = hit.event_time and s.position = hit.position
      left join review_case c on c.tenant_id = s.tenant_id and c.environment_id = s.environment_id
       and c.kind = s.kind and c.event_id = s.event_id
     where not (s.environment_id = ${query.environmentId} and s.kind = ${kindCodeOf(query.kind)}
                and s.event_id = ${query.eventId})
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
    email: row.email,
    ipAddress: row.ip_address,
    fraudLabel: row.fraud_label,
    status: row.status,
    by: row.attributes,
    case: caseOf(row),
  }));
};
