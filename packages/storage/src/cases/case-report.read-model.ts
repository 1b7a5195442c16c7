import type { CaseDecisionAction, CaseHour, DecisionSource } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { KIND_CODES } from '../log/log-event.ts';
import { fraudLabelOf, isOfManualReview, type MergedFacts } from '../projections/related-merge.ts';
import { isNotUndone, ofSameCase } from './entry-conditions.ts';

/** Cases that a report counts: those of an environment, or of one kind, queue or agent in it. */
export type CaseReportScope = {
  readonly environmentId: Id;
  readonly kind: number | null;
  readonly queueId: Id | null;
  readonly agentId: string | null;
};

/** Whole hours from `fromMs` up to, not including, `toMs`. */
export type CaseReportRange = { readonly fromMs: number; readonly toMs: number };

type Column = 'kind' | 'r.kind' | 'queue_id' | 'agent_id' | 'decided_by_id';

const isOne = (column: Column, value: string | number | null): RawBuilder<unknown> =>
  value === null ? sql`true` : sql`${sql.ref(column)} = ${value}`;

const scoped = ({ environmentId, kind, queueId }: CaseReportScope): RawBuilder<unknown> =>
  sql`environment_id = ${environmentId} and ${isOne('kind', kind)} and ${isOne('queue_id', queueId)}`;

const within = (column: string, { fromMs, toMs }: CaseReportRange): RawBuilder<unknown> =>
  sql`${sql.ref(column)} >= ${new Date(fromMs)} and ${sql.ref(column)} < ${new Date(toMs)}`;

/** Hours of decisions that a report counts. */
const decisionHours = (scope: CaseReportScope, range: CaseReportRange): RawBuilder<unknown> =>
  sql`case_decision_hour where ${scoped(scope)} and ${isOne('agent_id', scope.agentId)} and ${within('hour', range)}`;

/** Decisions that have everything but their hour in common. */
export type DecisionGroup = {
  readonly queueId: Id;
  /** Empty at a time-out. */
  readonly agentId: string;
  readonly agent: string;
  readonly source: DecisionSource;
  readonly decision: string;
  readonly caseAction: CaseDecisionAction;
  readonly reason: string;
  readonly cases: number;
  readonly waited: readonly number[];
  readonly handled: readonly number[];
};

export const readDecisionGroups = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
): Promise<readonly DecisionGroup[]> => {
  const { rows } = await sql<DecisionGroup>`
    select queue_id as "queueId", agent_id as "agentId", (array_agg(agent order by hour desc))[1] as agent, source, decision,
           case_action as "caseAction", reason, sum(cases)::integer as cases, sum_histograms(waited) as waited,
           sum_histograms(handled) as handled
      from ${decisionHours(scope, range)}
     group by queue_id, agent_id, source, decision, case_action, reason
    having sum(cases) > 0`.execute(trx);
  return rows;
};

export type DecisionBar = {
  readonly bucket: number;
  readonly source: DecisionSource;
  readonly caseAction: CaseDecisionAction;
  readonly cases: number;
};

/** Decisions in bars of `stepMs`; those without any are missing. */
export const readDecisionBars = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
  stepMs: number,
): Promise<readonly DecisionBar[]> => {
  const { rows } = await sql<DecisionBar>`
    select ${timeBucket('hour', range.fromMs, stepMs)} as bucket, source, case_action as "caseAction",
           sum(cases)::integer as cases
      from ${decisionHours(scope, range)}
     group by 1, 2, 3`.execute(trx);
  return rows;
};

export type CaseIntake = {
  readonly bucket: number;
  readonly queueId: Id;
  readonly received: number;
  readonly cancelled: number;
};

/** New cases in bars of `stepMs`, by the queue that they were sent to. */
export const readCaseIntakeBars = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
  stepMs: number,
): Promise<readonly CaseIntake[]> => {
  const { rows } = await sql<CaseIntake>`
    select ${timeBucket('hour', range.fromMs, stepMs)} as bucket, queue_id as "queueId", sum(received)::integer as received,
           sum(cancelled)::integer as cancelled
      from case_intake_hour where ${scoped(scope)} and ${within('hour', range)}
     group by 1, 2`.execute(trx);
  return rows;
};

/** Cases that the product cancelled, because their assessment makes none any more, in bars of `stepMs`. */
export type WithdrawnCases = { readonly bucket: number; readonly queueId: Id; readonly withdrawn: number };

export const readWithdrawnCases = async (
  trx: TenantTransaction,
  { environmentId, kind, queueId }: CaseReportScope,
  range: CaseReportRange,
  stepMs: number,
): Promise<readonly WithdrawnCases[]> => {
  const { rows } = await sql<WithdrawnCases>`
    select ${timeBucket('at', range.fromMs, stepMs)} as bucket, (body ->> 'queueId')::uuid as "queueId",
           count(*)::integer as withdrawn
      from case_entry
     where environment_id = ${environmentId} and action = 'cancel' and ${within('at', range)} and ${isOne('kind', kind)}
       and ${queueId === null ? sql`true` : sql`body ->> 'queueId' = ${queueId}`}
     group by 1, 2`.execute(trx);
  return rows;
};

/** Cases of a queue that can be decided now, and since when the oldest of them can. */
export type CaseBacklog = { readonly queueId: Id; readonly cases: number; readonly oldest: Date };

export const readCaseBacklog = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  at: Date,
): Promise<readonly CaseBacklog[]> => {
  const { rows } = await sql<CaseBacklog>`
    select queue_id as "queueId", count(*)::integer as cases, min(settles_at) as oldest
      from review_case where ${scoped(scope)} and outcome is null and settles_at <= ${at}
     group by queue_id`.execute(trx);
  return rows;
};

/** Decided cases that were opened again, by the queue and agent of the decision that stood before. */
export type ReopenedCases = {
  readonly queueId: Id;
  readonly agentId: string;
  readonly agent: string;
  readonly reopened: number;
  /** Of them, those that were decided otherwise since. */
  readonly overturned: number;
};

const DECIDES = sql`('decide', 'timeOut')`;

export const readReopenedCases = async (
  trx: TenantTransaction,
  { environmentId, kind, queueId, agentId }: CaseReportScope,
  range: CaseReportRange,
): Promise<readonly ReopenedCases[]> => {
  const { rows } = await sql<ReopenedCases>`
    select (p.body #>> '{figures,queueId}')::uuid as "queueId",
           case p.source when 'TimeOut' then '' else p.actor_id end as "agentId",
           case p.source when 'TimeOut' then '' else max(p.actor) end as agent,
           count(*)::integer as reopened,
           (count(*) filter (where l.decision <> p.body #>> '{verdict,decision}'))::integer as overturned
      from case_entry r
      join lateral (
        select actor_id, actor, source, body from case_entry d
         where ${ofSameCase('d', 'r')} and d.number < r.number and d.action in ${DECIDES}
         order by d.number desc limit 1) p on true
      left join lateral (
        select d.body #>> '{verdict,decision}' as decision from case_entry d
         where ${ofSameCase('d', 'r')} and d.number > r.number and d.action in ${DECIDES} and ${isNotUndone('d')}
         order by d.number limit 1) l on true
     where r.environment_id = ${environmentId} and r.action = 'reopen' and ${within('r.at', range)} and ${isOne('r.kind', kind)}
       and ${queueId === null ? sql`true` : sql`p.body #>> '{figures,queueId}' = ${queueId}`}
       and ${agentId === null ? sql`true` : sql`p.actor_id = ${agentId} and p.source <> 'TimeOut'`}
     group by 1, 2, p.source`.execute(trx);
  return rows;
};

/** Decided cases whose event has a label, by what was decided. */
export type LabelledCases = {
  readonly queueId: Id;
  readonly agentId: string;
  readonly agent: string;
  readonly caseAction: CaseDecisionAction;
  readonly fraud: number;
  readonly good: number;
};

/**
 * What labels say of cases that were decided in a range. Labels of manual review do not count: a decision would confirm
 * itself by the label that it sends.
 */
export const readLabelledCases = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
): Promise<readonly LabelledCases[]> => {
  const { rows } = await sql<Omit<LabelledCases, 'fraud' | 'good'> & { readonly labels: readonly MergedFacts[] }>`
    select c.queue_id as "queueId", case c.decision_source when 'TimeOut' then '' else c.decided_by_id end as "agentId",
           case c.decision_source when 'TimeOut' then '' else c.decided_by end as agent, c.case_action as "caseAction",
           jsonb_agg(jsonb_build_object('body', r.body, 'stamps', r.stamps)) as labels
      from (select * from review_case
             where ${scoped(scope)} and ${isOne('decided_by_id', scope.agentId)} and ${within('ended_at', range)}
               and outcome in ('Decided', 'TimedOut') and case_action in ('Approve', 'Reject')) c
      join related_event r on r.tenant_id = c.tenant_id and r.environment_id = c.environment_id and r.subject_kind = c.kind
        and r.subject_id = c.event_id and r.kind = ${KIND_CODES.label}
     group by c.kind, c.event_id, 1, 2, 3, 4`.execute(trx);
  const labelled = rows.flatMap(({ labels, ...group }) => {
    const label = fraudLabelOf(labels.filter((each) => !isOfManualReview(each)));
    return label === 'None' ? [] : [{ group, isFraud: label === 'Fraud' }];
  });
  return [...Map.groupBy(labelled, ({ group }) => JSON.stringify(group)).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const fraud = same.filter(({ isFraud }) => isFraud).length;
    return [{ ...first.group, fraud, good: same.length - fraud }];
  });
};

/** Arrivals and decisions hour by hour, and the hour of the first case that is known; null before there was one. */
export const readCaseHours = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
): Promise<{ readonly since: Date | null; readonly hours: readonly CaseHour[] }> => {
  const { rows: hours } = await sql<CaseHour>`
    select (extract(epoch from hour) * 1000)::bigint as "fromMs", sum(arrived)::integer as arrived,
           sum(decided)::integer as decided
      from (select hour, received - cancelled as arrived, 0 as decided from case_intake_hour
             where ${scoped(scope)} and ${within('hour', range)}
            union all
            select hour, 0, cases from case_decision_hour where ${scoped(scope)} and ${within('hour', range)}) each_hour
     group by hour`.execute(trx);
  const { rows } = await sql<{ readonly since: Date | null }>`
    select min(hour) as since from case_intake_hour where ${scoped(scope)}`.execute(trx);
  return { since: rows[0]?.since ?? null, hours };
};
