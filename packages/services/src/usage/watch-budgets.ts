import type { UsedApi } from '@redoubt/contracts';
import { budgetSpan, dayText, reachedPercents } from '@redoubt/domain';
import { MINUTE_MS, type Clock, type Id } from '@redoubt/kernel';
import {
  claimBudgetAlerts,
  listEnvironments,
  listUsageBudgets,
  type Database,
  type StoredUsageBudget,
} from '@redoubt/storage';
import { raiseNotice } from '../notices/raise-notice.ts';
import { watchSteadily, type SteadyWatch } from '../watch-steadily.ts';
import { budgetReader } from './read-budgets.ts';

const EVERY_MS = 5 * MINUTE_MS;
const ALL = 100;

type BudgetWatch = {
  readonly database: Database;
  readonly clock: Clock;
  /** What is counted. */
  readonly apis: readonly UsedApi[];
};

/** Tells of the highest percent that a budget reached, where nothing was said of it in the period. */
const noticeReached = async (
  { database, clock, apis }: BudgetWatch,
  tenantId: Id,
  stored: StoredUsageBudget,
): Promise<void> => {
  const { environmentId, capability, budget } = stored;
  const nowMs = clock.now();
  const span = budgetSpan(budget, nowMs);
  if (span === null || budget.alertsAt.length === 0) return;
  const used = await budgetReader({ database, tenantId }, apis, stored, nowMs)(span, capability);
  const percents = reachedPercents(budget, used);
  const percent = percents.at(-1);
  if (percent === undefined) return;
  const from = dayText(span.fromMs);
  await database.inTenant(tenantId, async (trx) => {
    const claimed = await claimBudgetAlerts(trx, tenantId, stored, { from, percents, at: new Date(nowMs) });
    if (!claimed.has(percent)) return;
    await raiseNotice(
      trx,
      { clock, tenantId },
      {
        code: 'USAGE-BUDGET-REACHED',
        severity: percent >= ALL ? 'Error' : 'Warning',
        params: { capability, percent, used, amount: budget.amount, date: from },
        link: environmentId === null ? '/adminsettings/billing' : '/settings/usage/summary',
        environmentId,
      },
    );
  });
};

/** Looks at the budgets of every tenant; those of environments that are deleted rest. */
export const noticeSpentBudgets = async (watch: BudgetWatch): Promise<void> => {
  const { database } = watch;
  for (const { tenantId } of await database.listTenants()) {
    const { budgets, environments } = await database.readTenant(tenantId, async (trx) => ({
      budgets: await listUsageBudgets(trx),
      environments: await listEnvironments(trx),
    }));
    const there = new Set(environments.flatMap(({ id, status }) => (status === 'Deleted' ? [] : [id])));
    for (const stored of budgets) {
      if (stored.environmentId !== null && !there.has(stored.environmentId)) continue;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other: nothing waits for it
      await noticeReached(watch, tenantId, stored);
    }
  }
};

/** Looks at once and every five minutes; several nodes may, each percent is notified once in a period. */
export const watchBudgets = (watch: BudgetWatch): SteadyWatch =>
  watchSteadily(watch.database, () => noticeSpentBudgets(watch), {
    everyMs: EVERY_MS,
    failed: 'budgets of usage could not be looked at; trying again',
  });
