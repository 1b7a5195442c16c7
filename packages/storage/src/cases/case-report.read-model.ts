import type { CaseDecisionAction, CaseHour, DecisionSource } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { KIND_CODES } from '../log/log-event.ts';
import { fraudLabelOf, isOfManualReview, type MergedFacts } from '../projections/related-merge.ts';
import { isNotUndone, ofSameCase } from './entry-conditions.ts';
import {
  decisionSums,
  isOne,
  scoped,
  sumOfHistograms,
  within,
  type CaseReportRange,
  type CaseReportScope,
} from './report-scope.ts';

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
};

export const readDecisionGroups = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
): Promise<readonly DecisionGroup[]> => {
  const { rows } = await sql<DecisionGroup>`
    select queue_id as "queueId", agent_id as "agentId", (array_agg(agent order by at desc))[1] as agent, source, decision,
           case_action as "caseAction", reason, sum(cases)::integer as cases
      from ${decisionSums(scope, range)}
     group by queue_id, agent_id, source, decision, case_action, reason
    having sum(cases) > 0`.execute(trx);
  return rows;
};

/** How long decisions by agents and programs took, as histograms (domain/cases/case-figures.ts). */
export type DecisionHistograms = {
  readonly queueId: Id;
  readonly agentId: string;
  readonly waited: readonly number[];
  readonly handled: readonly number[];
};

export const readDecisionTimes = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
): Promise<readonly DecisionHistograms[]> => {
  const { rows } = await sql<DecisionHistograms>`
    select queue_id as "queueId", agent_id as "agentId", ${sumOfHistograms('waited')} as waited,
           ${sumOfHistograms('handled')} as handled
      from ${decisionSums(scope, range)}
     where source <> 'TimeOut'
     group by queue_id, agent_id`.execute(trx);
  return rows;
};

export type DecisionBar = {
  readonly bucket: number;
  readonly source: DecisionSource;
  readonly caseAction: CaseDecisionAction;
  readonly cases: number;
};

/** Decisions in bars of `stepMs` from the beginning of the range; those without any are missing. */
export const readDecisionBars = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
  stepMs: number,
): Promise<readonly DecisionBar[]> => {
  const areOfDays = range.fromMs % DAY_MS === 0 && stepMs % DAY_MS === 0;
  const { rows } = await sql<DecisionBar>`
    select ${timeBucket('at', range.fromMs, stepMs)} as bucket, source, case_action as "caseAction",
           sum(cases)::integer as cases
      from ${decisionSums(scope, range, areOfDays ? 'day' : 'hour')}
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

const DECIDES = sql`('decide', 'timeOut')`;

/** A decided case that was opened again: the decision that stood before, and the one that stands since. */
export type ReopenedCase = {
  /** When it was opened. */
  readonly at: Date;
  readonly kind: number;
  readonly eventId: string;
  readonly number: number;
  readonly queueId: Id;
  /** Empty at a time-out. */
  readonly agentId: string;
  readonly agent: string;
  readonly source: DecisionSource;
  readonly decision: string;
  readonly reason: string;
  /** Null where none was made yet. */
  readonly laterDecision: string | null;
  readonly laterAgent: string | null;
};

/** Cases that were opened again in a range, counted for the queue and agent of the decision before. */
export const listReopenedCases = async (
  trx: TenantTransaction,
  { environmentId, kind, queueId, agentId }: CaseReportScope,
  range: CaseReportRange,
): Promise<readonly ReopenedCase[]> => {
  const { rows } = await sql<ReopenedCase>`
    select r.at, r.kind, r.event_id as "eventId", r.number, (p.body #>> '{figures,queueId}')::uuid as "queueId",
           case p.source when 'TimeOut' then '' else p.actor_id end as "agentId",
           case p.source when 'TimeOut' then '' else p.actor end as agent, p.source,
           p.body #>> '{verdict,decision}' as decision, p.body #>> '{verdict,reason}' as reason,
           l.decision as "laterDecision", l.actor as "laterAgent"
      from case_entry r
      join lateral (
        select actor_id, actor, source, body from case_entry d
         where ${ofSameCase('d', 'r')} and d.number < r.number and d.action in ${DECIDES}
         order by d.number desc limit 1) p on true
      left join lateral (
        select d.actor, d.body #>> '{verdict,decision}' as decision from case_entry d
         where ${ofSameCase('d', 'r')} and d.number > r.number and d.action in ${DECIDES} and ${isNotUndone('d')}
         order by d.number limit 1) l on true
     where r.environment_id = ${environmentId} and r.action = 'reopen' and ${within('r.at', range)} and ${isOne('r.kind', kind)}
       and ${queueId === null ? sql`true` : sql`p.body #>> '{figures,queueId}' = ${queueId}`}
       and ${agentId === null ? sql`true` : sql`p.actor_id = ${agentId} and p.source <> 'TimeOut'`}`.execute(trx);
  return rows;
};

/** A decided case whose event has a label. */
export type LabelledCase = {
  readonly at: Date;
  readonly kind: number;
  readonly eventId: string;
  readonly queueId: Id;
  /** Empty at a time-out. */
  readonly agentId: string;
  readonly agent: string;
  readonly source: DecisionSource;
  readonly decision: string;
  readonly reason: string;
  readonly caseAction: CaseDecisionAction;
  readonly label: 'Fraud' | 'NonFraud';
};

/**
 * What labels say of cases that were decided in a range. Labels of manual review do not count: a decision would confirm
 * itself by the label that it sends.
 */
export const listLabelledCases = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
): Promise<readonly LabelledCase[]> => {
  const { rows } = await sql<Omit<LabelledCase, 'label'> & { readonly labels: readonly MergedFacts[] }>`
    select c.ended_at as at, c.kind, c.event_id as "eventId", c.queue_id as "queueId",
           case c.decision_source when 'TimeOut' then '' else c.decided_by_id end as "agentId",
           case c.decision_source when 'TimeOut' then '' else c.decided_by end as agent, c.decision_source as source,
           c.decision, c.decision_reason as reason, c.case_action as "caseAction",
           jsonb_agg(jsonb_build_object('body', r.body, 'stamps', r.stamps)) as labels
      from (select * from review_case
             where ${scoped(scope)} and ${isOne('decided_by_id', scope.agentId)} and ${within('ended_at', range)}
               and outcome in ('Decided', 'TimedOut') and case_action in ('Approve', 'Reject')) c
      join related_event r on r.tenant_id = c.tenant_id and r.environment_id = c.environment_id and r.subject_kind = c.kind
        and r.subject_id = c.event_id and r.kind = ${sql.lit(KIND_CODES.label)}
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`.execute(trx);
  return rows.flatMap(({ labels, ...row }) => {
    const label = fraudLabelOf(labels.filter((each) => !isOfManualReview(each)));
    return label === 'None' ? [] : [{ ...row, label }];
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
