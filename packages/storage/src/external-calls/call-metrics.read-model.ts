import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { LoggedKind } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import { timeBucket } from '../database/time-bucket.ts';
import { kindOfCode } from '../log/log-event.ts';
import { NO_CALLER } from './call-metrics.ts';

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

type Sums = Pick<CallMetricGroup, 'calls' | 'totalMs' | 'latency'>;

/** Calls of one caller with one outcome. */
export type CallerGroup = Omit<CallMetricGroup, 'targetId' | 'index'> & {
  /** The rule; null where it is not known. */
  readonly textId: Id | null;
  /** `condition` or the id of a clause; empty where the rule is not known. */
  readonly part: string;
};

/** An event whose call failed. */
export type CallFailure = Pick<CallerGroup, 'textId' | 'part' | 'outcome'> & {
  readonly environmentId: Id;
  readonly kind: LoggedKind;
  readonly eventId: string;
  readonly at: Date;
};

/** Rows of one class of latency each, put together. @param rows in the order of the classes. */
const gathered = <Row extends { readonly count: number; readonly totalMs: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly (readonly [Row, Sums])[] =>
  [...Map.groupBy(rows, keyOf).values()].flatMap((classes) => {
    const [first] = classes;
    if (first === undefined) return [];
    const latency = classes.map(({ count }) => count);
    const calls = latency.reduce((a, b) => a + b, 0);
    return [[first, { calls, totalMs: classes.reduce((sum, { totalMs }) => sum + totalMs, 0), latency }]];
  });

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
  return gathered(rows, ({ target_id, outcome, index }) => `${target_id} ${index} ${outcome}`).map(
    ([{ target_id, outcome, index }, sums]) => ({ targetId: target_id, outcome, index, ...sums }),
  );
};

/** What became of the calls of one target, by who made them. */
export const summariseCallers = async (
  trx: TenantTransaction,
  environmentId: Id,
  { from, to }: Omit<Range, 'bucketMs'>,
  targetId: Id,
): Promise<readonly CallerGroup[]> => {
  const rows = await trx
    .selectFrom('call_metric')
    .where('environment_id', '=', environmentId)
    .where('target_id', '=', targetId)
    .where('minute', '>=', from)
    .where('minute', '<', to)
    .innerJoinLateral(
      sql<{ count: number; place: number }>`unnest(latency) with ordinality`.as<'l'>(sql`l(count, place)`),
      (join) => join.onTrue(),
    )
    .select(['text_id', 'part', 'outcome', 'l.place'])
    .select(({ fn }) => [fn.sum<number>('l.count').as('count')])
    .select(sql<number>`coalesce(sum(total_ms) filter (where l.place = 1), 0)::float8`.as('totalMs'))
    .groupBy(['text_id', 'part', 'outcome', 'l.place'])
    .orderBy('text_id')
    .orderBy('part')
    .orderBy('outcome')
    .orderBy('l.place')
    .execute();
  return gathered(rows, ({ text_id, part, outcome }) => `${text_id} ${part} ${outcome}`).map(
    ([{ text_id, part, outcome }, sums]) => ({
      textId: text_id === NO_CALLER.textId ? null : text_id,
      part,
      outcome,
      ...sums,
    }),
  );
};

/** The newest event of each failure of a target since a time. */
export const listCallFailures = async (
  trx: TenantTransaction,
  targetId: Id,
  from: Date,
): Promise<readonly CallFailure[]> => {
  const rows = await trx
    .selectFrom('call_failure')
    .select(['outcome', 'text_id', 'part', 'environment_id', 'kind', 'event_id', 'at'])
    .where('target_id', '=', targetId)
    .where('at', '>=', from)
    .execute();
  return rows.map(({ outcome, text_id, part, environment_id, kind, event_id, at }) => ({
    outcome,
    textId: text_id === NO_CALLER.textId ? null : text_id,
    part,
    environmentId: environment_id,
    kind: kindOfCode(kind),
    eventId: event_id,
    at,
  }));
};
