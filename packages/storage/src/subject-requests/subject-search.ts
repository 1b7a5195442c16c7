import type { LoggedAssessmentKind, LoggedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf, kindOfCode } from '../log/log-event.ts';
import { LINK_ATTRIBUTES, normaliseLink } from '../projections/search/links.ts';
import { subjectCodeOf } from '../projections/subject-codes.ts';

/** A person as projections know one: by the user id of their events, or by the id of one event. */
export type SubjectLookup = {
  readonly tenantId: Id;
  readonly environmentIds: readonly Id[];
  readonly kinds: readonly LoggedAssessmentKind[];
  readonly by: 'userId' | 'eventId';
  readonly value: string;
  /** Whether accounts are known by the value too, with the updates and labels about them. */
  readonly isAccount: boolean;
};

/** What is kept about a person, by kind. */
export type SubjectSummary = {
  readonly counts: readonly { readonly kind: LoggedKind; readonly count: number }[];
  readonly first: Date | null;
  readonly last: Date | null;
};

type Found = { readonly kind: number; readonly count: number; readonly first: Date; readonly last: Date };

const codesOf = (kinds: readonly LoggedAssessmentKind[]): number[] => kinds.map(kindCodeOf);

/** Assessments of the person: tenant, environment, kind, id, event time. */
const assessmentsOf = ({ tenantId, environmentIds, kinds, by, value }: SubjectLookup): RawBuilder<unknown> => {
  const place = sql`s.tenant_id = ${tenantId} and s.environment_id = any(${[...environmentIds]}::uuid[])
    and s.kind = any(${codesOf(kinds)}::smallint[])`;
  if (by === 'eventId') {
    return sql`select s.environment_id, s.kind, s.event_id, s.event_time from event_search s
                where s.event_id = ${value} and ${place}`;
  }
  return sql`select distinct s.environment_id, s.kind, s.event_id, s.event_time from event_value l
     join event_search s on s.tenant_id = l.tenant_id and s.environment_id = l.environment_id
      and s.event_time = l.event_time and s.position = l.position
    where l.tenant_id = ${tenantId} and l.environment_id = any(${[...environmentIds]}::uuid[])
      and l.attribute = ${LINK_ATTRIBUTES.userId} and l.value = ${normaliseLink('userId', value)} and ${place}`;
};

const ACCOUNT = subjectCodeOf('account');

/** How many events of each kind are kept about a person, and between which times. Later events count once merged. */
export const summariseSubject = async (trx: TenantTransaction, lookup: SubjectLookup): Promise<SubjectSummary> => {
  const { tenantId, environmentIds, value, isAccount } = lookup;
  const { rows } = await sql<Found>`with mine as materialized (${assessmentsOf(lookup)})
    select kind::int as kind, count(*)::int as count, min(event_time) as first, max(event_time) as last
      from (
        select kind, event_time from mine
        union all
        select r.kind, r.event_time from mine m join related_event r on r.tenant_id = ${tenantId}
           and r.environment_id = m.environment_id and r.subject_kind = m.kind and r.subject_id = m.event_id
        union all
        select r.kind, r.event_time from related_event r where ${isAccount} and r.tenant_id = ${tenantId}
           and r.environment_id = any(${[...environmentIds]}::uuid[]) and r.subject_kind = ${ACCOUNT}
           and r.subject_id = ${value}
      ) every group by kind order by kind`.execute(trx);
  const times = rows.flatMap(({ first, last }) => [first.getTime(), last.getTime()]);
  return {
    counts: rows.map(({ kind, count }) => ({ kind: kindOfCode(kind), count })),
    first: times.length === 0 ? null : new Date(Math.min(...times)),
    last: times.length === 0 ? null : new Date(Math.max(...times)),
  };
};

/** Takes down which assessments are the person's, so that they are known while some of them are erased already. */
export const recordTargets = async (client: pg.ClientBase, requestId: Id, lookup: SubjectLookup): Promise<void> => {
  const { tenantId, environmentIds, kinds, by, value, isAccount } = lookup;
  const found =
    by === 'eventId'
      ? `select s.environment_id, s.kind, s.event_id from event_search s
          where s.event_id = $4 and s.tenant_id = $1 and s.environment_id = any($2::uuid[]) and s.kind = any($3::smallint[])`
      : `select distinct s.environment_id, s.kind, s.event_id from event_value l
           join event_search s on s.tenant_id = l.tenant_id and s.environment_id = l.environment_id
            and s.event_time = l.event_time and s.position = l.position
          where l.tenant_id = $1 and l.environment_id = any($2::uuid[]) and l.attribute = ${LINK_ATTRIBUTES.userId}
            and l.value = $4 and s.kind = any($3::smallint[])`;
  await client.query(
    `insert into subject_target (tenant_id, request_id, environment_id, kind, event_id)
     select $1, $5, f.environment_id, f.kind, f.event_id from (${found}) f on conflict do nothing`,
    [tenantId, environmentIds, codesOf(kinds), by === 'userId' ? normaliseLink('userId', value) : value, requestId],
  );
  if (!isAccount) return;
  await client.query(
    `insert into subject_target (tenant_id, request_id, environment_id, kind, event_id)
     select $1, $3, environment_id, ${ACCOUNT}, $4 from unnest($2::uuid[]) as environment_id on conflict do nothing`,
    [tenantId, environmentIds, requestId, value],
  );
};

/** E-mail addresses and payment instruments, by the numbers of what a label can be about. */
const OWN_VALUES = [
  [LINK_ATTRIBUTES.email, subjectCodeOf('email')],
  [LINK_ATTRIBUTES.paymentInstrumentId, subjectCodeOf('paymentInstrument')],
] as const;

/**
 * Adds the addresses and instruments that only events of this person carry: labels about them are about the person. One
 * that another person uses as well stays, with its labels.
 */
export const recordOwnValues = async (client: pg.ClientBase, tenantId: Id, requestId: Id): Promise<void> => {
  for (const [attribute, code] of OWN_VALUES) {
    await client.query(
      `with mine as materialized (
         select s.environment_id, s.event_time, s.position from subject_target t
           join event_search s on s.event_id = t.event_id and s.kind = t.kind and s.environment_id = t.environment_id
            and s.tenant_id = t.tenant_id
          where t.tenant_id = $1 and t.request_id = $2
       ), carried as materialized (
         select distinct l.environment_id, l.value from mine m
           join event_value l on l.tenant_id = $1 and l.environment_id = m.environment_id and l.attribute = ${attribute}
            and l.event_time = m.event_time and l.position = m.position and l.value is not null
       )
       insert into subject_target (tenant_id, request_id, environment_id, kind, event_id)
       select $1, $2, c.environment_id, ${code}, c.value from carried c
        where not exists (
          select 1 from event_value o where o.tenant_id = $1 and o.environment_id = c.environment_id
             and o.attribute = ${attribute} and o.value = c.value
             and not exists (select 1 from mine m where m.position = o.position))
       on conflict do nothing`,
      [tenantId, requestId],
    );
  }
};
