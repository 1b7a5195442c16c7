import type { CaseDecisionAction, CaseHour, DecisionSource } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { labelledCases, reopenedCases } from './reconsidered-cases.ts';
import {
  decisionSums,
  daysOf,
  hullOf,
  isOne,
  rangeOf,
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

/**
 * New cases by the hour, as `case_intake_hour` counts them, and those that people sent: these follow from no event of the
 * log, and are counted from their entries.
 */
const INTAKE = sql`(
  select environment_id, hour, kind, queue_id, received, cancelled from case_intake_hour
  union all
  select environment_id, at, kind, (body ->> 'queueId')::uuid, 1, 0 from case_entry where action = 'send') as intake`;

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
      from ${INTAKE} where ${scoped(scope)} and ${within('hour', range)}
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

/** Cases of one queue and agent that were opened again in a range; those decided otherwise since are overturned. */
export type ReopenedCount = {
  /** Index of the range. */
  readonly range: number;
  readonly queueId: Id;
  /** Of the decision before; empty at a time-out. */
  readonly agentId: string;
  readonly agent: string;
  readonly reopened: number;
  readonly overturned: number;
};

/** Cases that were opened again in some ranges, which do not overlap, counted for the queue and agent of the decision before. */
export const countReopenedCases = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  ranges: readonly CaseReportRange[],
): Promise<readonly ReopenedCount[]> => {
  const { rows } = await sql<ReopenedCount>`
    select range, queue_id as "queueId", agent_id as "agentId", max(agent) as agent, count(*)::integer as reopened,
           (count(*) filter (where later_decision <> decision))::integer as overturned
      from (select ${rangeOf('at', ranges)} as range, reopened.* from ${reopenedCases(scope, hullOf(ranges))}) each_case
     where range is not null
     group by 1, 2, 3`.execute(trx);
  return rows;
};

/** Cases of one queue and agent that were decided in a range and have a label that says otherwise. */
export type LabelledCount = {
  /** Index of the range. */
  readonly range: number;
  readonly queueId: Id;
  /** Empty at a time-out. */
  readonly agentId: string;
  readonly agent: string;
  readonly approvedFraud: number;
  readonly rejectedGood: number;
};

/** What labels say of cases that were decided in some ranges, which do not overlap. */
export const countLabelledCases = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  ranges: readonly CaseReportRange[],
): Promise<readonly LabelledCount[]> => {
  const { rows } = await sql<LabelledCount>`
    select range, queue_id as "queueId", agent_id as "agentId", max(agent) as agent,
           (count(*) filter (where case_action = 'Approve' and label = 'Fraud'))::integer as "approvedFraud",
           (count(*) filter (where case_action = 'Reject' and label = 'NonFraud'))::integer as "rejectedGood"
      from (select ${rangeOf('at', ranges)} as range, labelled.* from ${labelledCases(scope, hullOf(ranges))}) each_case
     where range is not null
     group by 1, 2, 3`.execute(trx);
  return rows;
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
      from (select date_trunc('hour', hour, 'UTC') as hour, received - cancelled as arrived, 0 as decided from ${INTAKE}
             where ${scoped(scope)} and ${within('hour', range)}
            union all
            select day + (place - 1) * interval '1 hour', 0, decided
              from (select day, ${sumOfHistograms('hours')} as hours
                      from case_decision_day where ${scoped(scope)} and ${within('day', daysOf(range))}
                     group by day) each_day
             cross join lateral unnest(hours) with ordinality as each_place (decided, place)) each_hour
     where ${within('hour', range)}
     group by hour having sum(arrived) <> 0 or sum(decided) <> 0`.execute(trx);
  const { rows } = await sql<{ readonly since: Date | null }>`
    select min(date_trunc('hour', hour, 'UTC')) as since from ${INTAKE} where ${scoped(scope)}`.execute(trx);
  return { since: rows[0]?.since ?? null, hours };
};
