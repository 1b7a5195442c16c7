import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/**
 * Removes some of what is in an environment whose status is Deleting: rows of one table at a time, so that no transaction
 * is long. Gives how many those were; 0 where nothing is left but counts, sums and the activity log, null where the
 * environment is not being purged (any more).
 */
export const purgeEnvironmentRows = async (
  trx: TenantTransaction,
  environmentId: Id,
  most: number,
): Promise<number | null> => {
  const { rows } = await sql<{ removed: number | null }>`
    select purge_environment_rows(${environmentId}, ${most}) as removed`.execute(trx);
  return rows[0]?.removed ?? null;
};

/**
 * Removes contents of rules, lists and the like that no recorded plan of the tenant names any more. The transaction must
 * have moved the plan head on: every transaction that records a plan holds it.
 */
export const dropUnnamedPlanUnits = async (trx: TenantTransaction): Promise<void> => {
  await sql`select drop_unnamed_plan_units()`.execute(trx);
};
