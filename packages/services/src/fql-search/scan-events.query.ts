import type { BodyOf, ResponseOf, scanEvents as endpoint } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { chooseRange, isIndexed } from '@redoubt/storage';
import { readContents } from '../backtests/prepare-backtest.ts';
import { ConditionThread } from '../backtests/condition-thread.ts';
import type { EnvironmentContext } from '../context.ts';
import { readSeenReasons } from '../privacy/event-masks.ts';
import { maskSearchRow } from '../privacy/mask-answers.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { wireRow } from '../search/search-events.query.ts';
import { reading } from '../unit-of-work.ts';
import { prepareCondition } from './prepare-condition.ts';
import { scanByIndex } from './scan-by-index.ts';
import { scanSegments } from './scan-segments.ts';
import type { ScanBudget } from './scan-budget.ts';

/** How long one call looks: until it has found something, and at most. */
const FIRST_MS = 700;
const LONGEST_MS = 2500;
/** Calls that look at the same time; each has a thread. */
const MAX_SCANS = 2;
const MAX_WAITING = 8;

let running = 0;
const waiting: (() => void)[] = [];

/** Waits for its turn. @throws `REQ-OVERLOADED` where too many do. */
const takeTurn = async (): Promise<void> => {
  if (running >= MAX_SCANS) {
    if (waiting.length >= MAX_WAITING) throw fail('REQ-OVERLOADED');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
};

const endTurn = (): void => {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
};

const budgetOf = (limit: number): ScanBudget => {
  const startedMs = performance.now();
  return {
    limit,
    isSpent: (found) => performance.now() - startedMs >= (found > 0 ? FIRST_MS : LONGEST_MS),
  };
};

/**
 * Stored events for which a condition holds, newest first: looks for a moment and says where to go on. What an index answers of the
 * condition is read by it; the rest of it is asked of each event, as it was decided.
 *
 * @throws `SRCH-CONDITION-INVALID`, `SRCH-CONDITION-MASKED`, `BACKTEST-TOO-LARGE`, `REQ-OVERLOADED`, and as `searchEvents` does.
 */
export const scanEvents = async (
  context: EnvironmentContext,
  body: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const asOf = new Date(context.clock.now()).toISOString();
  await takeTurn();
  const thread = new ConditionThread((question) =>
    reading(context, async (trx) =>
      question.kind === 'wantsContents'
        ? { kind: 'contents', contents: await readContents(trx, question.versions) }
        : undefined,
    ),
  );
  try {
    const { scope, query, job } = await prepareCondition(context, body);
    const ranged = await reading(context, (trx) => chooseRange(trx, scope, query));
    thread.begin(job);
    const place = { context, scope, thread, budget: budgetOf(body.limit), cursor: body.cursor };
    const isByIndex = isIndexed(ranged);
    const { rows: found, ...rest } = isByIndex
      ? await scanByIndex(place, ranged)
      : await scanSegments(place, query, new Date(query.from.getTime() - DAY_MS));
    const seen = await readSeenReasons(context, found.map(wireRow));
    const rows = seen.map((row) => (seesMasks(context, row.environmentId) ? maskSearchRow(row) : row));
    return { rows, ...rest, isByIndex, asOf };
  } finally {
    endTurn();
    await thread.close();
  }
};
