import type { BudgetState, UsedApi } from '@redoubt/contracts';
import { budgetSpan, budgetUse, USAGE_CAPABILITIES, type BudgetSpan, type UsageCapability } from '@redoubt/domain';
import { HOUR_MS, type Id } from '@redoubt/kernel';
import { listUsageBudgets } from '@redoubt/storage';
import { reading, type TransactionScope } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import { countedOf, readApiUsage, scopeBelow, type ApiUsage, type UsageScope } from './read-api-usage.ts';

/** The whole tenant. */
export const EVERYWHERE: UsageScope = (all) => ({
  environmentIds: all.map(({ id }) => id),
  includeUnknown: false,
});

/** Counted assessments of a capability, as the pages of usage count them. */
export const assessmentsOf = (rows: readonly ApiUsage[], capability: string): number =>
  rows
    .filter(({ used }) => used.isAssessment && used.capability === capability)
    .reduce((all, row) => all + countedOf(row), 0);

type Place = { readonly environmentId: Id | null };

/**
 * Reads what was used in periods of budgets of one environment with those below it, or of the whole tenant; periods that
 * begin together are read once.
 */
export const budgetReader = (
  scope: TransactionScope,
  apis: readonly UsedApi[],
  { environmentId }: Place,
  nowMs: number,
): ((span: BudgetSpan, capability: string) => Promise<number>) => {
  const whose = environmentId === null ? EVERYWHERE : scopeBelow({ environmentId });
  const periods = new Map<number, Promise<readonly ApiUsage[]>>();
  const usageSince = (fromMs: number): Promise<readonly ApiUsage[]> => {
    const range = { from: new Date(fromMs), to: new Date(nowMs + HOUR_MS) };
    const usage = periods.get(fromMs) ?? readApiUsage(scope, whose, apis, range, 'month').then(({ rows }) => rows);
    periods.set(fromMs, usage);
    return usage;
  };
  return async ({ fromMs }, capability) => assessmentsOf(await usageSince(fromMs), capability);
};

/** The budget of every capability and what is used of it. @param isSeen whether the use of all that it counts is shown */
export const readBudgetStates = async (
  scope: TransactionScope,
  apis: readonly UsedApi[],
  { environmentId, isSeen, nowMs }: Place & { readonly isSeen: boolean; readonly nowMs: number },
): Promise<readonly BudgetState[]> => {
  const all = await reading(scope, listUsageBudgets);
  const usedIn = budgetReader(scope, apis, { environmentId }, nowMs);
  const stateOf = async (capability: UsageCapability): Promise<BudgetState> => {
    const stored = all.find((each) => each.environmentId === environmentId && each.capability === capability);
    if (stored === undefined) return { capability, budget: null, use: null, changed: null, version: tagOf(0) };
    const { budget, changedBy, changedAt, version } = stored;
    const span = isSeen ? budgetSpan(budget, nowMs) : null;
    return {
      capability,
      budget: { ...budget, alertsAt: [...budget.alertsAt] },
      use: span && {
        from: new Date(span.fromMs).toISOString(),
        to: new Date(span.toMs).toISOString(),
        ...budgetUse(budget, span, await usedIn(span, capability), nowMs),
      },
      changed: { by: changedBy, at: changedAt.toISOString() },
      version: tagOf(version),
    };
  };
  return Promise.all(USAGE_CAPABILITIES.map(stateOf));
};
