import { monthAfter, monthOfDate, retailSample } from '@redoubt/domain';
import { listLossMonths } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { keepRetailTransactions } from '../loss-prevention/keep-retail.ts';
import { scoreChangedMonths } from '../loss-prevention/score-months.job.ts';

/** Two made-up stores and what their tills recorded in the three months before this one, with two wrongdoers. */
export const seedLossPrevention = async (context: EnvironmentContext): Promise<void> => {
  const { database, clock, tenantId, environmentId } = context;
  const known = await database.inTenant(tenantId, (trx) => listLossMonths(trx, environmentId));
  if (known.length > 0) return;
  const months = 3;
  const firstMonth = monthAfter(monthOfDate(new Date(clock.now()).toISOString()), -months);
  const sample = retailSample({
    seed: 11,
    staff: 40,
    wrongdoers: 2,
    staffPerStore: 20,
    firstMonth,
    months,
    transactionsPerMonth: 40,
  });
  for (let month = 0; month < months; month += 1)
    // oxlint-disable-next-line eslint/no-await-in-loop -- one month at a time is held
    await keepRetailTransactions(database, { tenantId, environmentId }, sample.transactions(month));
  await scoreChangedMonths({ database, clock }, { tenantId, environmentId });
};
