import { HOUR_MS, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Open cases of one queue. A case is counted once: as its state at that moment is. */
export type QueueCounts = {
  readonly environmentId: Id;
  readonly queueId: Id;
  readonly pending: number;
  readonly inReview: number;
  readonly onHold: number;
  readonly escalated: number;
  readonly settling: number;
  /** Time of the event of the oldest pending case. */
  readonly oldestAt: Date | null;
  /** When the next time-out is due. */
  readonly nextDueAt: Date | null;
};

/** The states of open cases at a moment, as `caseStateAt` of `domain/cases/case-lifecycle.ts` has them. */
const statesAt = (at: Date) => {
  const settling = sql`settles_at > ${at}`;
  const leased = sql`lease_until is not null and lease_until > ${at}`;
  const waiting = sql`on_hold_until is not null and on_hold_until > ${at}`;
  const idle = sql`not (${settling}) and not (${leased})`;
  return {
    settling,
    inReview: sql`not (${settling}) and ${leased}`,
    onHold: sql`${idle} and ${waiting}`,
    escalated: sql`${idle} and not (${waiting}) and escalated`,
    pending: sql`${idle} and not (${waiting}) and not escalated`,
  };
};

/** Open cases of every queue of some environments that has any. */
export const countQueueCases = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  at: Date,
): Promise<readonly QueueCounts[]> => {
  const state = statesAt(at);
  const { rows } = await sql<QueueCounts>`
    select environment_id as "environmentId", queue_id as "queueId",
        (count(*) filter (where ${state.pending}))::int as pending,
        (count(*) filter (where ${state.inReview}))::int as "inReview",
        (count(*) filter (where ${state.onHold}))::int as "onHold",
        (count(*) filter (where ${state.escalated}))::int as escalated,
        (count(*) filter (where ${state.settling}))::int as settling,
        min(event_time) filter (where ${state.pending}) as "oldestAt",
        min(due_at) filter (where not (${state.settling})) as "nextDueAt"
      from review_case
     where environment_id = any (${[...environmentIds]}::uuid[]) and outcome is null
     group by environment_id, queue_id`.execute(trx);
  return rows;
};

export type CaseworkFigures = Pick<QueueCounts, 'pending' | 'inReview' | 'onHold' | 'escalated'> & {
  /** Open cases whose time-out is due within the hour. */
  readonly dueSoon: number;
  /** Those of them that wait for a second decision. */
  readonly secondDueSoon: number;
  /** Agents who have a case now. */
  readonly agents: number;
  readonly open: number;
  readonly decided: number;
  readonly timedOut: number;
};

/** How the cases of some environments stand, and how they ended since a moment. */
export const readCasework = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  at: Date,
  since: Date,
): Promise<CaseworkFigures> => {
  const state = statesAt(at);
  const ids = sql`${[...environmentIds]}::uuid[]`;
  const soon = new Date(at.getTime() + HOUR_MS);
  const { rows } = await sql<CaseworkFigures>`
    select current.*, ended.*
      from (
        select (count(*) filter (where ${state.pending}))::int as pending,
            (count(*) filter (where ${state.inReview}))::int as "inReview",
            (count(*) filter (where ${state.onHold}))::int as "onHold",
            (count(*) filter (where ${state.escalated}))::int as escalated,
            (count(*) filter (where not (${state.settling}) and due_at <= ${soon}))::int as "dueSoon",
            (count(*) filter (where not (${state.settling}) and due_at <= ${soon}
                and second_review = 'Waiting'))::int as "secondDueSoon",
            (count(distinct lease_agent_id) filter (where ${state.inReview}))::int as agents,
            count(*)::int as open
          from review_case where environment_id = any (${ids}) and outcome is null
      ) current, (
        select (count(*) filter (where outcome = 'Decided'))::int as decided,
            (count(*) filter (where outcome = 'TimedOut'))::int as "timedOut"
          from review_case where environment_id = any (${ids}) and outcome is not null and ended_at >= ${since}
      ) ended`.execute(trx);
  const [figures] = rows;
  if (figures === undefined) throw new Error('aggregates answer one row');
  return figures;
};

/** Cases of a queue that came, and cases that ended, in one hour. */
export type QueueFlow = {
  readonly environmentId: Id;
  readonly queueId: Id;
  readonly hour: Date;
  readonly came: number;
  readonly ended: number;
};

/**
 * How many cases came to each queue, and ended there, in each whole hour from one on: from the sums that the report of cases
 * reads, with what these do not hold, cases that were opened again or withdrawn. Hours without either are left out.
 */
export const readQueueFlows = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  from: Date,
): Promise<readonly QueueFlow[]> => {
  const here = sql`environment_id = any (${[...environmentIds]}::uuid[])`;
  const { rows } = await sql<QueueFlow>`
    select environment_id as "environmentId", queue_id as "queueId", hour, sum(came)::int as came, sum(ended)::int as ended
      from (
        select environment_id, queue_id, hour, received - cancelled as came, 0 as ended
          from case_intake_hour where ${here} and hour >= ${from}
        union all
        select environment_id, queue_id, hour, 0, cases
          from case_decision_hour where ${here} and hour >= ${from}
        union all
        select environment_id, queue_id, date_trunc('hour', at, 'UTC'), 1, 0
          from (select * from case_entry where ${here} and action = 'reopen' and at >= ${from}) reopened
          join review_case using (tenant_id, environment_id, kind, event_id)
        union all
        select environment_id, (body ->> 'queueId')::uuid, date_trunc('hour', at, 'UTC'), 0, 1
          from case_entry where ${here} and action = 'cancel' and at >= ${from}
      ) flow
     group by environment_id, queue_id, hour`.execute(trx);
  return rows;
};
