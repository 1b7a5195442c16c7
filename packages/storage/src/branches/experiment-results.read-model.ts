import type { Decision } from '@redoubt/domain';
import { fromMoneyUnits, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

type Outcomes = { readonly production: Decision; readonly branch: Decision };

/** What decided on either side; empty where nothing did. */
type Clauses = {
  readonly productionRule: string;
  readonly productionClause: string;
  readonly branchRule: string;
  readonly branchClause: string;
};

/** Events by what was decided, in a part of the experiment's time. */
export type ExperimentSlot = Outcomes & { readonly at: Date; readonly events: number };

/** Events that a pair of clauses decided, with their money. */
export type ExperimentPair = Outcomes &
  Clauses & { readonly currency: string; readonly events: number; readonly amount: number };

/** An event that the branch would have decided differently. */
export type ExperimentDifference = Outcomes &
  Clauses & {
    readonly environmentId: Id;
    readonly eventId: string;
    readonly receivedAt: Date;
    readonly currency: string;
    readonly amount: number | null;
  };

const clauses = [
  'production_decision as production',
  'branch_decision as branch',
  'production_rule as productionRule',
  'production_clause as productionClause',
  'branch_rule as branchRule',
  'branch_clause as branchClause',
] as const;

/** Decisions over time, oldest first, in parts of `partMs`. */
export const readExperimentSlots = async (
  trx: TenantTransaction,
  experimentId: Id,
  partMs: number,
): Promise<readonly ExperimentSlot[]> => {
  const part = sql<Date>`date_bin(make_interval(secs => ${partMs / 1000}), slot, timestamptz 'epoch')`;
  return trx
    .selectFrom('experiment_slot')
    .select([part.as('at'), 'production_decision as production', 'branch_decision as branch'])
    .select(sql<number>`sum(events)::bigint`.as('events'))
    .where('experiment_id', '=', experimentId)
    .groupBy([sql`1`, 'production_decision', 'branch_decision'])
    .orderBy(sql`1`)
    .execute();
};

/** What decided on either side, most events first. */
export const readExperimentPairs = async (
  trx: TenantTransaction,
  experimentId: Id,
): Promise<readonly ExperimentPair[]> => {
  const rows = await trx
    .selectFrom('experiment_pair')
    .select([...clauses, 'currency', 'events', 'amount_units'])
    .where('experiment_id', '=', experimentId)
    .orderBy('events', 'desc')
    .execute();
  return rows.map(({ amount_units, ...pair }) => ({ ...pair, amount: fromMoneyUnits(Number(amount_units)) }));
};

/** Events that were decided differently, newest first. */
export const readExperimentDifferences = async (
  trx: TenantTransaction,
  experimentId: Id,
): Promise<readonly ExperimentDifference[]> => {
  const rows = await trx
    .selectFrom('experiment_difference')
    .select([
      ...clauses,
      'environment_id as environmentId',
      'event_id as eventId',
      'received_at as receivedAt',
      'currency',
      'amount_units',
    ])
    .where('experiment_id', '=', experimentId)
    .orderBy('received_at', 'desc')
    .orderBy('event_id')
    .execute();
  return rows.map(({ amount_units, ...row }) => ({
    ...row,
    amount: amount_units === null ? null : fromMoneyUnits(Number(amount_units)),
  }));
};
