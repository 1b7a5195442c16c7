import {
  CHARGEBACK_FILTERS,
  NARROWING_DIMENSIONS,
  REPORT_MEASURES,
  RULE_REPORT_FILTERS,
  type AskedDimension,
  type ReportFilter,
  type RuleMeasure,
} from '@redoubt/domain';
import {
  readChargebackArrivals,
  readReportGroups,
  readRuleScores,
  readRuleSums,
  type Database,
} from '@redoubt/storage';
import type { Arrived } from './recount-arrivals.ts';
import { rulesHit, ruleMeasuresOf } from './recount-rules.ts';
import type { Counted, RecountDifference, RecountScope } from './recount-types.ts';

type Place = Pick<RecountDifference, 'value' | 'measure'>;
type Sides = { reported: number; recounted: number };

const HUNDRED = 100;

const isIn = ({ values }: Pick<Counted, 'values'>, filters: readonly ReportFilter[]): boolean =>
  filters.every(({ dimension, values: chosen }) => values[dimension]?.some((value) => chosen.includes(value)));

/** For each dimension each of its values alone, and with the first value of the next dimension. */
const choicesOf = (
  counted: readonly Counted[],
  dimensions: readonly AskedDimension[],
): readonly (readonly ReportFilter[])[] => {
  const known = dimensions.map((dimension) => ({
    dimension,
    values: [...new Set(counted.flatMap(({ values }) => values[dimension] ?? []))],
  }));
  return known.flatMap(({ dimension, values }, at) => {
    const next = known[at + 1];
    const other = next?.values[0];
    const alone = values.map((value) => [{ dimension, values: [value] }]);
    return next === undefined || other === undefined
      ? alone
      : [
          ...alone,
          [
            { dimension, values },
            { dimension: next.dimension, values: [other] },
          ],
        ];
  });
};

/** Counts what pages show with filters again: totals, rules with their answers of banks and scores, and arrivals of chargebacks. */
export const recountNarrowed = async (
  database: Database,
  scope: RecountScope,
  counted: readonly Counted[],
  chargebacks: readonly (Arrived & Pick<Counted, 'values'>)[],
): Promise<{ readonly figures: number; readonly differences: readonly RecountDifference[] }> => {
  const figures = new Map<string, Sides>();
  const add = (side: keyof Sides, { value, measure }: Place, filters: readonly ReportFilter[], n: number): void => {
    const key = JSON.stringify([`${value} of ${JSON.stringify(filters)}`, measure]);
    const sides = figures.get(key) ?? { reported: 0, recounted: 0 };
    sides[side] += n;
    figures.set(key, sides);
  };
  const range = { ...scope, shiftMs: 0 };
  const asked = { kind: 'purchase', step: 'day' } as const;

  for (const filters of choicesOf(counted, [...NARROWING_DIMENSIONS.scoreReport, 'score'])) {
    for (const by of [null, 'score'] as const) {
      for (const event of counted.filter((each) => isIn(each, filters))) {
        for (const value of by === null ? ['all'] : event.values.score) {
          for (const measure of event.measures) add('recounted', { value, measure }, filters, 1);
        }
      }
      const question = { ...asked, by, filters, most: 1000, amounts: 'none' } as const;
      for (const { value, totals } of (await readReportGroups(database, scope, question, range)).groups) {
        for (const { counts } of totals) {
          for (const measure of REPORT_MEASURES)
            add('reported', { value: by === null ? 'all' : value, measure }, filters, counts[measure] ?? 0);
        }
      }
    }
  }

  for (const filters of choicesOf(counted, RULE_REPORT_FILTERS)) {
    for (const event of counted.filter((each) => isIn(each, filters))) {
      for (const [value, decides] of rulesHit(event)) {
        for (const measure of ruleMeasuresOf(event, decides)) add('recounted', { value, measure }, filters, 1);
        const score = Number(event.values.score[0] || Number.NaN);
        if (!value.includes(' ') && !Number.isNaN(score))
          add('recounted', { value: `${value} from ${Math.floor(score / HUNDRED)}`, measure: 'hits' }, filters, 1);
      }
    }
    for (const { value, counts } of await readRuleSums(database, scope, { ...asked, filters }, range, 'total')) {
      for (const [measure, count] of Object.entries(counts) as [RuleMeasure, number][])
        add('reported', { value, measure }, filters, count);
    }
    for (const [id, scores] of await readRuleScores(database, scope, { ...asked, filters }, scope)) {
      for (const [at, hits] of scores.entries())
        add('reported', { value: `${id} from ${at}`, measure: 'hits' }, filters, hits);
    }
  }

  for (const filters of choicesOf(counted, CHARGEBACK_FILTERS)) {
    const within = chargebacks.filter((each) => isIn(each, filters));
    const place = { value: 'arrived', measure: 'chargebacks' } as const;
    add('recounted', place, filters, within.length);
    for (const { events } of await readChargebackArrivals(database, scope, { ...asked, filters }, range))
      add('reported', place, filters, events);
  }

  const differences = [...figures].flatMap(([key, sides]): RecountDifference[] => {
    if (sides.reported === sides.recounted) return [];
    const [value, measure] = JSON.parse(key) as [string, RecountDifference['measure']];
    return [{ by: 'narrowed', value, measure, currency: '', unit: 'events', ...sides }];
  });
  return { figures: figures.size, differences };
};
