import type { BodyOf, ResponseOf, scanEvents as endpoint } from '@redoubt/contracts';
import { DAY_MS } from '@redoubt/kernel';
import { chooseRange, isIndexed } from '@redoubt/storage';
import { readContents } from '../backtests/prepare-backtest.ts';
import { ConditionThread } from '../backtests/condition-thread.ts';
import type { EnvironmentContext } from '../context.ts';
import { seenRows } from '../search/search-events.query.ts';
import { FairQueue } from '../texts/fair-queue.ts';
import { reading } from '../unit-of-work.ts';
import { prepareCondition, type ConditionQuery } from './prepare-condition.ts';
import { scanByIndex } from './scan-by-index.ts';
import { scanSegments } from './scan-segments.ts';
import type { ScanBudget, Scanned } from './scan-budget.ts';

/** How long one call looks: until it has found something, and at most. */
const FIRST_MS = 700;
const LONGEST_MS = 2500;
/** Calls that look at the same time, of different tenants; each has a thread. */
const MAX_SCANS = 2;
const MAX_WAITING = 8;

const turns = new FairQueue({
  most: MAX_SCANS + MAX_WAITING,
  mostOfPerson: MAX_SCANS + MAX_WAITING,
  atOnce: MAX_SCANS,
});

const budgetOf = (limit: number): ScanBudget => {
  const startedMs = performance.now();
  return {
    limit,
    isSpent: (found) => performance.now() - startedMs >= (found > 0 ? FIRST_MS : LONGEST_MS),
  };
};

/** One look at stored events, for as long as a budget lasts. Throws as `scanEvents` does, but for `REQ-OVERLOADED`. */
export const scanOnce = async (
  context: EnvironmentContext,
  asked: ConditionQuery & { readonly cursor: string | null },
  budget: ScanBudget,
): Promise<Scanned & { readonly isByIndex: boolean }> => {
  const thread = new ConditionThread((question) =>
    reading(context, async (trx) =>
      question.kind === 'wantsContents'
        ? { kind: 'contents', contents: await readContents(trx, question.versions) }
        : undefined,
    ),
  );
  try {
    const { scope, query, job } = await prepareCondition(context, asked);
    const ranged = await reading(context, (trx) => chooseRange(trx, scope, query));
    thread.begin(job);
    const place = { context, scope, thread, budget, cursor: asked.cursor };
    const isByIndex = isIndexed(ranged);
    const scanned = isByIndex
      ? await scanByIndex(place, ranged)
      : await scanSegments(place, query, new Date(query.from.getTime() - DAY_MS));
    return { ...scanned, isByIndex };
  } finally {
    await thread.close();
  }
};

const scan = async (
  context: EnvironmentContext,
  body: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const asOf = new Date(context.clock.now()).toISOString();
  const { rows: found, ...rest } = await scanOnce(context, body, budgetOf(body.limit));
  return { rows: await seenRows(context, found), ...rest, asOf };
};

/**
 * Stored events for which a condition holds, newest first: looks for a moment and says where to go on. What an index answers of the
 * condition is read by it; the rest of it is asked of each event, as it was decided.
 *
 * @throws `SRCH-CONDITION-INVALID`, `SRCH-CONDITION-MASKED`, `BACKTEST-TOO-LARGE`, `REQ-OVERLOADED`, and as `searchEvents` does.
 */
export const scanEvents = (
  context: EnvironmentContext,
  body: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> =>
  turns.run({ tenantId: context.tenantId, personId: context.actor.id }, () => scan(context, body));
