import { CASE_TIME_BUCKETS } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Id } from '@redoubt/kernel';
import { sql, type RawBuilder } from 'kysely';

/** Cases that a report counts: those of an environment, or of one kind, queue or agent in it. */
export type CaseReportScope = {
  readonly environmentId: Id;
  readonly kind: number | null;
  readonly queueId: Id | null;
  readonly agentId: string | null;
};

/** Whole hours from `fromMs` up to, not including, `toMs`. */
export type CaseReportRange = { readonly fromMs: number; readonly toMs: number };

type Column =
  | 'kind'
  | 'r.kind'
  | 'e.kind'
  | 'queue_id'
  | 'agent_id'
  | 'decided_by_id'
  | 'case_action'
  | 'decision'
  | 'reason';

/** Whether a column holds a value; any where it is null. */
export const isOne = (column: Column, value: string | number | null): RawBuilder<unknown> =>
  value === null ? sql`true` : sql`${sql.ref(column)} = ${value}`;

/** Cases of an environment, of a kind and a queue where one is named. */
export const scoped = ({ environmentId, kind, queueId }: CaseReportScope): RawBuilder<unknown> =>
  sql`environment_id = ${environmentId} and ${isOne('kind', kind)} and ${isOne('queue_id', queueId)}`;

/** Whether a time lies in a range. */
export const within = (column: string, { fromMs, toMs }: CaseReportRange): RawBuilder<unknown> =>
  sql`${sql.ref(column)} >= ${new Date(fromMs)} and ${sql.ref(column)} < ${new Date(toMs)}`;

/** Which of some ranges a time lies in, from 0; null where it lies in none. */
export const rangeOf = (column: string, ranges: readonly CaseReportRange[]): RawBuilder<number | null> =>
  sql`case ${sql.join(
    ranges.map((range, index) => sql`when ${within(column, range)} then ${sql.lit(index)}::integer`),
    sql` `,
  )} end`;

/** From the beginning of the earliest range to the end of the latest. */
export const hullOf = (ranges: readonly CaseReportRange[]): CaseReportRange => ({
  fromMs: Math.min(...ranges.map(({ fromMs }) => fromMs)),
  toMs: Math.max(...ranges.map(({ toMs }) => toMs)),
});

/** Which decisions a report counts. */
const decided = (scope: CaseReportScope, step: 'hour' | 'day', range: CaseReportRange): RawBuilder<unknown> =>
  sql`${scoped(scope)} and ${isOne('agent_id', scope.agentId)} and ${within(step, range)}`;

/** Sums of decisions that a report counts, by the hour or the day, as `… where …`. */
export const decisionsBy = (
  step: 'hour' | 'day',
  scope: CaseReportScope,
  range: CaseReportRange,
): RawBuilder<unknown> => sql`${sql.table(`case_decision_${step}`)} where ${decided(scope, step, range)}`;

/** The days of UTC that lie in a range whole; empty where `toMs` is not after `fromMs`. */
const wholeDays = ({ fromMs, toMs }: CaseReportRange): CaseReportRange => ({
  fromMs: Math.ceil(fromMs / DAY_MS) * DAY_MS,
  toMs: Math.floor(toMs / DAY_MS) * DAY_MS,
});

/** The days of UTC that a range lies in. */
export const daysOf = ({ fromMs, toMs }: CaseReportRange): CaseReportRange => ({
  fromMs: Math.floor(fromMs / DAY_MS) * DAY_MS,
  toMs: Math.ceil(toMs / DAY_MS) * DAY_MS,
});

/**
 * Sums of decisions that a report counts, as a table whose `at` is the beginning of a sum: whole days are read from the sums by
 * the day, what is left at either end from those by the hour.
 *
 * @param longest `hour` where a day is too long a sum.
 */
export const decisionSums = (
  scope: CaseReportScope,
  range: CaseReportRange,
  longest: 'hour' | 'day' = 'day',
): RawBuilder<unknown> => {
  const days = wholeDays(range);
  const parts: readonly (readonly ['hour' | 'day', CaseReportRange])[] =
    longest === 'day' && days.fromMs < days.toMs
      ? [
          ['hour', { fromMs: range.fromMs, toMs: days.fromMs }],
          ['day', days],
          ['hour', { fromMs: days.toMs, toMs: range.toMs }],
        ]
      : [['hour', range]];
  const columns = sql.raw('queue_id, agent_id, source, decision, case_action, reason, agent, cases, waited, handled');
  const selects = parts
    // One at least, so that there is a table.
    .filter(([, { fromMs, toMs }], index) => index === 0 || fromMs < toMs)
    .map(
      ([step, part]) =>
        sql`select ${sql.ref(step)} as at, ${columns} from ${sql.table(`case_decision_${step}`)} where ${decided(scope, step, part)}`,
    );
  return sql`(${sql.join(selects, sql` union all `)}) as sums`;
};

const LENGTHS = { waited: CASE_TIME_BUCKETS, handled: CASE_TIME_BUCKETS, hours: DAY_MS / HOUR_MS } as const;

/** The sum of histograms in a column, bucket by bucket: without taking them apart it takes a fraction of the time. */
export const sumOfHistograms = (column: keyof typeof LENGTHS): RawBuilder<readonly number[]> => {
  const buckets = Array.from({ length: LENGTHS[column] }, (_, bucket) => `sum(${column}[${bucket + 1}])`);
  return sql.raw(`array_replace(array[${buckets.join(', ')}]::integer[], null, 0)`);
};
