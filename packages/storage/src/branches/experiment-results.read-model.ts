import type { Decision, LoggedAssessmentKind } from '@redoubt/domain';
import { fromMoneyUnits, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';

type Outcomes = { readonly production: Decision; readonly branch: Decision };

/** What decided on either side; empty where nothing did. */
type Clauses = {
  readonly productionRule: string;
  readonly productionClause: string;
  readonly branchRule: string;
  readonly branchClause: string;
};

/** Events by what was decided, in a part of the experiment's time. */
type ExperimentSlot = Outcomes & { readonly at: Date; readonly events: number };

/** Events that a pair of clauses decided, with their money. */
type ExperimentPair = Outcomes &
  Clauses & { readonly currency: string; readonly events: number; readonly amount: number };

/** An event that the branch would have decided differently. */
type ExperimentDifference = Outcomes &
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

/** Events shown of each pair of decisions. */
const SHOWN = 25;

/** The newest events that were decided differently, some of each pair of decisions, newest first. */
export const readExperimentDifferences = async (
  trx: TenantTransaction,
  experimentId: Id,
): Promise<readonly ExperimentDifference[]> => {
  const place = sql<number>`row_number() over (
    partition by production_decision, branch_decision order by received_at desc, event_id)`;
  const rows = await trx
    .selectFrom((from) =>
      from
        .selectFrom('experiment_difference')
        .select([
          ...clauses,
          'environment_id as environmentId',
          'event_id as eventId',
          'received_at as receivedAt',
          'currency',
          'amount_units',
          place.as('place'),
        ])
        .where('experiment_id', '=', experimentId)
        .as('ranked'),
    )
    .selectAll()
    .where('place', '<=', SHOWN)
    .orderBy('receivedAt', 'desc')
    .orderBy('eventId')
    .execute();
  return rows.map(({ amount_units, place: _place, ...row }) => ({
    ...row,
    amount: amount_units === null ? null : fromMoneyUnits(Number(amount_units)),
  }));
};

/** Labelled events that were decided differently, with their money. */
export type ExperimentLabel = Outcomes & {
  readonly isFraud: boolean;
  readonly currency: string;
  readonly events: number;
  readonly amount: number;
};

/** What labels say today about the events that are kept of those decided differently. */
export const readExperimentLabels = async (
  trx: TenantTransaction,
  experimentId: Id,
  kind: LoggedAssessmentKind,
): Promise<readonly ExperimentLabel[]> => {
  const rows = await trx
    .selectFrom('experiment_difference as difference')
    .innerJoin('event_search as event', (join) =>
      join
        .onRef('event.tenant_id', '=', 'difference.tenant_id')
        .onRef('event.environment_id', '=', 'difference.environment_id')
        .onRef('event.event_id', '=', 'difference.event_id'),
    )
    .select([
      'difference.production_decision as production',
      'difference.branch_decision as branch',
      'difference.currency',
      sql<boolean>`event.fraud_label = 'Fraud'`.as('isFraud'),
      sql<number>`count(*)::integer`.as('events'),
      sql<string>`coalesce(sum(difference.amount_units), 0)`.as('units'),
    ])
    .where('difference.experiment_id', '=', experimentId)
    .where('event.kind', '=', kindCodeOf(kind))
    .where('event.fraud_label', '<>', 'None')
    .groupBy(['difference.production_decision', 'difference.branch_decision', 'difference.currency', sql`4`])
    .orderBy(sql`1, 2, 3, 4`)
    .execute();
  return rows.map(({ units, ...label }) => ({ ...label, amount: fromMoneyUnits(Number(units)) }));
};
