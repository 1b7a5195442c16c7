import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';

/** Calls of one target with one outcome in one bucket of a range. */
export type CallMetricGroup = {
  readonly targetId: Id;
  readonly outcome: string;
  /** Bucket of the range, from 0. */
  readonly index: number;
  readonly calls: number;
  readonly totalMs: number;
  /** By class of latency, see `latencyClassOf`. */
  readonly latency: readonly number[];
};

type Range = { readonly from: Date; readonly to: Date; readonly bucketMs: number };

/** What became of the calls of an environment in a range: of one target, or of all. */
export const summariseCallMetrics = async (
  trx: TenantTransaction,
  environmentId: Id,
  { from, to, bucketMs }: Range,
  targetId?: Id,
): Promise<readonly CallMetricGroup[]> => {
  const all = trx
    .selectFrom('call_metric')
    .where('environment_id', '=', environmentId)
    .where('minute', '>=', from)
    .where('minute', '<', to);
  const wanted = targetId === undefined ? all : all.where('target_id', '=', targetId);
  const rows = await wanted
    .innerJoinLateral(
      sql<{ count: number; place: number }>`unnest(latency) with ordinality`.as<'l'>(sql`l(count, place)`),
      (join) => join.onTrue(),
    )
    .select([timeBucket('minute', from.getTime(), bucketMs).as('index'), 'target_id', 'outcome', 'l.place'])
    .select(({ fn }) => [fn.sum<number>('l.count').as('count')])
    // Each row is there once for each class: one of them carries the sum.
    .select(sql<number>`coalesce(sum(total_ms) filter (where l.place = 1), 0)::float8`.as('totalMs'))
    .groupBy([sql`1`, 'target_id', 'outcome', 'l.place'])
    .orderBy('target_id')
    .orderBy(sql`1`)
    .orderBy('outcome')
    .orderBy('l.place')
    .execute();
  const groups = Map.groupBy(rows, ({ target_id, outcome, index }) => `${target_id} ${index} ${outcome}`);
  return [...groups.values()].flatMap((classes) => {
    const [first] = classes;
    if (first === undefined) return [];
    const latency = classes.map(({ count }) => count);
    return [
      {
        targetId: first.target_id,
        outcome: first.outcome,
        index: first.index,
        calls: latency.reduce((a, b) => a + b, 0),
        totalMs: classes.reduce((sum, { totalMs }) => sum + totalMs, 0),
        latency,
      },
    ];
  });
};
