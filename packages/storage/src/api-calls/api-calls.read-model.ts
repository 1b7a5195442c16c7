import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { inEnvironments, type PublicCallRange, type PublicCallScope } from './public-call-scope.ts';

/** Calls of one address with one status. */
export type ApiCallGroup = {
  readonly path: string;
  readonly status: number;
  readonly calls: number;
  /** By class of latency, see `latencyClassOf`. */
  readonly latency: readonly number[];
};

export type ApiCallSummary = {
  readonly groups: readonly ApiCallGroup[];
  /** Calls over time, by index of the bucket; empty ones are left out. */
  readonly buckets: readonly { readonly index: number; readonly path: string; readonly calls: number }[];
};

/** Calls in a range, by address and over time. @param bucketMs length of the buckets, which begin at `from`. */
export const summariseApiCalls = (
  database: Database,
  scope: PublicCallScope,
  { from, to }: PublicCallRange,
  bucketMs: number,
): Promise<ApiCallSummary> =>
  database.readTenant(scope.tenantId, async (trx) => {
    const calls = trx
      .selectFrom('api_call')
      .where('tenant_id', '=', scope.tenantId)
      .where('minute', '>=', from)
      .where('minute', '<', to)
      .where(inEnvironments(scope));
    const classes = await calls
      .innerJoinLateral(
        sql<{ count: number; place: number }>`unnest(latency) with ordinality`.as<'l'>(sql`l(count, place)`),
        (join) => join.onTrue(),
      )
      .select(['path', 'status', 'l.place'])
      .select(({ fn }) => [fn.sum<number>('l.count').as('count')])
      .groupBy(['path', 'status', 'l.place'])
      .orderBy('path')
      .orderBy('status')
      .orderBy('l.place')
      .execute();
    const buckets = await calls
      .select([timeBucket('minute', from.getTime(), bucketMs).as('index'), 'path'])
      .select(({ fn }) => fn.sum<number>('calls').as('calls'))
      .groupBy([sql`1`, 'path'])
      .execute();
    const groups = Map.groupBy(classes, ({ path, status }) => `${status} ${path}`);
    return {
      groups: [...groups.values()].flatMap((rows) => {
        const [first] = rows;
        if (first === undefined) return [];
        const latency = rows.map(({ count }) => count);
        return [{ path: first.path, status: first.status, calls: latency.reduce((a, b) => a + b, 0), latency }];
      }),
      buckets,
    };
  });
