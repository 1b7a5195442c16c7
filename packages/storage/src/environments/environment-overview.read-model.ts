import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { DIMENSION_CODES } from '../projections/reports/report-codes.ts';

/** What is in an environment of its own, in numbers. */
export type EnvironmentContents = {
  readonly environmentId: Id;
  /** Rules in production that run and decide or act. */
  readonly rules: number;
  readonly velocitySets: number;
  readonly functions: number;
  readonly lists: number;
  readonly queues: number;
  readonly openCases: number;
};

/** What is in every environment of the tenant; those with nothing are absent. */
export const readEnvironmentContents = async (trx: TenantTransaction): Promise<readonly EnvironmentContents[]> => {
  const { rows } = await sql<EnvironmentContents>`
    select environment_id as "environmentId",
        sum(n) filter (where what = 'rule')::int as rules, sum(n) filter (where what = 'velocity')::int as "velocitySets",
        sum(n) filter (where what = 'function')::int as functions, sum(n) filter (where what = 'list')::int as lists,
        sum(n) filter (where what = 'queue')::int as queues, sum(n) filter (where what = 'case')::int as "openCases"
      from (
        select environment_id, 'rule' as what, count(*) as n from rule
         where active and published_version is not null and branch_id is null and type <> 'routing' group by environment_id
        union all select environment_id, 'velocity', count(*) from velocity_set
         where active and published_version is not null group by environment_id
        union all select environment_id, 'function', count(*) from fql_function
         where published_version is not null group by environment_id
        union all select environment_id, 'list', count(*) from list where deleted_at is null group by environment_id
        union all select environment_id, 'queue', count(*) from case_queue group by environment_id
        union all select environment_id, 'case', count(*) from review_case where outcome is null group by environment_id
      ) counted
     group by environment_id`.execute(trx);
  return rows.map((row) => ({
    environmentId: row.environmentId,
    rules: row.rules ?? 0,
    velocitySets: row.velocitySets ?? 0,
    functions: row.functions ?? 0,
    lists: row.lists ?? 0,
    queues: row.queues ?? 0,
    openCases: row.openCases ?? 0,
  }));
};

/** Events that each environment of the tenant decided, by the time of the event, as reports count them. */
export const readDecidedEvents = async (trx: TenantTransaction, from: Date): Promise<ReadonlyMap<Id, number>> => {
  const { rows } = await sql<{ environmentId: Id; events: number }>`
    select environment_id as "environmentId", sum(events)::bigint as events from report_dimension_day
     where dimension = ${sql.lit(DIMENSION_CODES.total)} and day >= ${from} group by environment_id`.execute(trx);
  return new Map(rows.map(({ environmentId, events }) => [environmentId, events]));
};

/** How far the creation of an environment is. */
export type CreationProgress = { readonly environmentId: Id; readonly done: number; readonly total: number };

/** Of every environment that is being created. */
export const readCreationProgress = (trx: TenantTransaction): Promise<readonly CreationProgress[]> =>
  trx
    .selectFrom('job')
    .select(['subject_id as environmentId', 'done', 'total'])
    .where('kind', '=', 'environmentCreation')
    .where('state', 'in', ['queued', 'running'])
    .execute();
