import { fromMoneyUnits, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { sumOfHistograms } from './report-scope.ts';

/** A case that an agent has in review. */
export type HeldCase = {
  readonly agentId: string;
  readonly agent: string;
  readonly environmentId: Id;
  readonly kind: number;
  readonly eventId: string;
  readonly queueId: Id;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly since: Date;
  readonly until: Date;
};

/** What agents have in review in some environments; each agent has one case at a time. */
export const readHeldCases = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  at: Date,
): Promise<readonly HeldCase[]> => {
  const { rows } = await sql<Omit<HeldCase, 'amount'> & { readonly units: number | null }>`
    select lease_agent_id as "agentId", coalesce(lease_agent, lease_agent_id) as agent,
        environment_id as "environmentId", kind, event_id as "eventId", queue_id as "queueId", amount_units as units,
        currency, lease_since as since, lease_until as until
      from review_case
     where environment_id = any (${[...environmentIds]}::uuid[]) and outcome is null and lease_agent_id is not null
       and lease_until > ${at}
     order by lease_since`.execute(trx);
  return rows.map(({ units, ...row }) => ({ ...row, amount: units === null ? null : fromMoneyUnits(units) }));
};

/** What an agent decided in a time. */
export type AgentDecisions = {
  readonly agentId: string;
  /** As the agent was called last. */
  readonly agent: string;
  readonly cases: number;
  /** Histogram of how long reviews took (`domain/cases/case-figures.ts`). */
  readonly handled: readonly number[];
};

/** Decisions of agents in some environments since the beginning of an hour. */
export const readAgentsToday = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  since: Date,
): Promise<readonly AgentDecisions[]> => {
  const { rows } = await sql<AgentDecisions>`
    select agent_id as "agentId", (array_agg(agent order by hour desc))[1] as agent, sum(cases)::int as cases,
        ${sumOfHistograms('handled')} as handled
      from case_decision_hour
     where environment_id = any (${[...environmentIds]}::uuid[]) and hour >= ${since} and agent_id <> ''
     group by agent_id
    having sum(cases) > 0`.execute(trx);
  return rows;
};
