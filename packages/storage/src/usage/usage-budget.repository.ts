import type { UsageBudget } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A budget with whose use it counts: of an environment with those below it, or of the whole tenant where null. */
export type StoredUsageBudget = {
  readonly environmentId: Id | null;
  readonly capability: string;
  readonly budget: UsageBudget;
  readonly changedBy: string;
  readonly changedAt: Date;
  /** Counts from 1. */
  readonly version: number;
};

type Place = { readonly environmentId: Id | null; readonly capability: string };

/** Every budget of the tenant, in a fixed order. */
export const listUsageBudgets = async (trx: TenantTransaction): Promise<readonly StoredUsageBudget[]> => {
  const rows = await trx
    .selectFrom('usage_budget')
    .selectAll()
    .select(sql<string>`starts_on::text`.as('startsOn'))
    .orderBy('environment_id')
    .orderBy('capability')
    .execute();
  return rows.map((row) => ({
    environmentId: row.environment_id,
    capability: row.capability,
    budget: { amount: row.amount, period: row.period, startsOn: row.startsOn, alertsAt: row.alerts_at },
    changedBy: row.changed_by,
    changedAt: row.changed_at,
    version: row.version,
  }));
};

/** Sets a budget in the place of the one before. */
export const saveUsageBudget = async (
  trx: TenantTransaction,
  tenantId: Id,
  { environmentId, capability }: Place,
  { amount, period, startsOn, alertsAt }: UsageBudget,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = {
    amount,
    period,
    starts_on: startsOn,
    alerts_at: [...alertsAt],
    changed_by: by,
    changed_at: at,
  };
  await trx
    .insertInto('usage_budget')
    .values({ tenant_id: tenantId, environment_id: environmentId, capability, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id', 'capability'])
        .doUpdateSet((eb) => ({ ...content, version: eb('usage_budget.version', '+', 1) })),
    )
    .execute();
};

export const deleteUsageBudget = async (
  trx: TenantTransaction,
  { environmentId, capability }: Place,
): Promise<void> => {
  await trx
    .deleteFrom('usage_budget')
    .where('environment_id', environmentId === null ? 'is' : '=', environmentId)
    .where('capability', '=', capability)
    .execute();
};

/** Writes down that percents of a budget were reached; returns those that were not before, in this period. */
export const claimBudgetAlerts = async (
  trx: TenantTransaction,
  tenantId: Id,
  { environmentId, capability, budget }: Pick<StoredUsageBudget, 'environmentId' | 'capability' | 'budget'>,
  { from, percents, at }: { readonly from: string; readonly percents: readonly number[]; readonly at: Date },
): Promise<ReadonlySet<number>> => {
  if (percents.length === 0) return new Set();
  const { amount, period } = budget;
  const alert = {
    tenant_id: tenantId,
    environment_id: environmentId,
    capability,
    period,
    period_from: from,
    amount,
    at,
  };
  const rows = await trx
    .insertInto('usage_budget_alert')
    .values(percents.map((percent) => ({ ...alert, percent })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('percent')
    .execute();
  return new Set(rows.map(({ percent }) => percent));
};
