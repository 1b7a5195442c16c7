import type { BodyOf, ResponseOf, searchEvents as endpoint } from '@redoubt/contracts';
import { searchEvents as readPage, type SearchRow } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readSeenReasons } from '../privacy/event-masks.ts';
import { maskSearchRow } from '../privacy/mask-answers.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { readSearch } from './search-scope.ts';

const wireRow = (row: SearchRow): ResponseOf<typeof endpoint>['rows'][number] => ({
  ...row,
  eventTime: row.eventTime.toISOString(),
  receivedAt: row.receivedAt.toISOString(),
  own: Object.entries(row.own ?? {}).map(([path, values]) => ({ path, values: [...values] })),
});

/** Rows as the caller sees them. */
export const seenRows = async (
  context: EnvironmentContext,
  rows: readonly SearchRow[],
): Promise<ResponseOf<typeof endpoint>['rows']> => {
  const seen = await readSeenReasons(context, rows.map(wireRow));
  return seen.map((row) => (seesMasks(context, row.environmentId) ? maskSearchRow(row) : row));
};

/** One page of events. Throws SRCH-RANGE-TOO-LONG, SRCH-QUERY-INVALID, SRCH-SORT-TOO-MANY, SRCH-TIMEOUT. */
export const searchEvents = async (
  context: EnvironmentContext,
  body: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const asOf = new Date(context.clock.now()).toISOString();
  const { scope, query } = await readSearch(context, body);
  const page = await readPage(context.database, scope, {
    ...query,
    cursor: body.cursor,
    limit: body.limit,
  });
  return { rows: await seenRows(context, page.rows), nextCursor: page.nextCursor, asOf };
};
