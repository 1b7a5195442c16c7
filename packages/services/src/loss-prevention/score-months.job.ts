import { createMonthCounter, LOSS_KEPT_MONTHS, monthAfter, monthOfDate, scoreMonth } from '@redoubt/domain';
import { HOUR_MS, type Clock } from '@redoubt/kernel';
import {
  changedMonths,
  expireLossPrevention,
  readOffers,
  readRetailPage,
  saveScores,
  stepJob,
  type ClaimedJob,
  type Database,
} from '@redoubt/storage';
import { setImmediate as turn } from 'node:timers/promises';
import type { JobRunner } from '../jobs/job-runner.ts';

type Place = { readonly database: Database; readonly clock: Clock };

/** Transactions that are held at a time. */
const PAGE = 2000;

const expireAll = async ({ database, clock }: Place): Promise<void> => {
  const thisMonth = monthOfDate(new Date(clock.now()).toISOString());
  const before = monthAfter(thisMonth, -LOSS_KEPT_MONTHS);
  for (const { tenantId } of await database.listTenants())
    await database.inTenant(tenantId, (trx) => expireLossPrevention(trx, before));
};

/** Scores one month; what is written of it is written in one transaction. */
const scoreOne = async (
  { database, clock }: Place,
  { tenantId, environmentId }: Pick<ClaimedJob, 'tenantId' | 'environmentId'>,
  { month, changed }: { readonly month: string; readonly changed: number },
  signal?: AbortSignal,
): Promise<boolean> => {
  const offers = await database.inTenant(tenantId, (trx) => readOffers(trx, environmentId, month));
  const counter = createMonthCounter(offers);
  let after = '';
  for (;;) {
    if (signal?.aborted) return false;
    const from = { after, limit: PAGE };
    // oxlint-disable-next-line eslint/no-await-in-loop -- one page is held at a time
    const page = await database.inTenant(tenantId, (trx) => readRetailPage(trx, environmentId, month, from));
    for (const transaction of page) counter.add(transaction);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.id;
    // oxlint-disable-next-line eslint/no-await-in-loop -- lets others run between two pages
    await turn();
  }
  const scored = scoreMonth(counter.counts());
  const at = new Date(clock.now());
  await database.inTenant(tenantId, (trx) =>
    saveScores(trx, { tenantId, environmentId, month }, { changed, at, scored }),
  );
  return true;
};

/** Scores the months of an environment that changed, without a job. */
export const scoreChangedMonths = async (
  place: Place,
  where: Pick<ClaimedJob, 'tenantId' | 'environmentId'>,
): Promise<void> => {
  const months = await place.database.inTenant(where.tenantId, (trx) => changedMonths(trx, where.environmentId));
  // oxlint-disable-next-line eslint/no-await-in-loop -- one month after the other
  for (const month of months) await scoreOne(place, where, month);
};

/**
 * Scores the months of an environment whose transactions changed since they were scored, oldest first, each in a transaction of
 * its own: a run that dies is taken up at the month where it was, on any node. Old transactions and scores are removed by
 * the hour.
 */
export const createLossPreventionScores = (place: Place): JobRunner => ({
  kind: 'lossPreventionScores',
  run: async (job, { signal, report }) => {
    const { database } = place;
    const months = await database.inTenant(job.tenantId, (trx) => changedMonths(trx, job.environmentId));
    report({ total: job.done + months.length });
    for (const month of months) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one month after the other
      if (!(await scoreOne(place, job, month, signal))) return undefined;
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await stepJob(database, job, { done: 1 });
    }
    return async () => {
      // What is written is written with each month.
    };
  },
  schedule: { everyMs: HOUR_MS, onOneNode: true, run: () => expireAll(place) },
});
