import type { BodyIn, queryReports } from '@redoubt/contracts';
import { SCORE_MEASURES } from '@redoubt/domain';
import { z } from 'zod';
import { ROC_X, ROC_Y } from '../../shared/cut-off/CutOffCharts.tsx';
import { bodyOf, type ReportQuestion } from '../../shared/report-charts/report-address.ts';

export const TABS = ['distribution', 'operation', 'profit', 'tuner'] as const;
export const LABELS = ['expected', 'arrived'] as const;
/** What statuses are drawn over. */
export const STATUS_AXES = ['time', 'score'] as const;

/** The score that a cut-off begins at: the middle of the range. */
const FIRST_CUT_OFF = 500;
/** An assumption, said so on the page: a fifth of the price. */
const FIRST_MARGIN = 20;
export const LAST_SCORE = 999;
export const BIN = 10;

/** Down to its ten, from 0 to 1000, which no score reaches. */
export const snapDown = (score: number): number => Math.floor(Math.min(LAST_SCORE + 1, Math.max(0, score)) / BIN) * BIN;

const number = (first: number) => z.coerce.number().default(first).catch(first);

export const scoreAddress = z.object({
  tab: z.enum(TABS).default('distribution').catch('distribution'),
  /** Charts as tables. */
  as: z.enum(['table']).optional().catch(undefined),
  cut: number(FIRST_CUT_OFF).transform(snapDown),
  /** In percent of the price. */
  margin: number(FIRST_MARGIN).transform((margin) => (margin > 0 && margin <= 100 ? margin : FIRST_MARGIN)),
  labels: z.enum(LABELS).default('expected').catch('expected'),
  x: z.enum(ROC_X).default('falsePositive').catch('falsePositive'),
  y: z.enum(ROC_Y).default('detection').catch('detection'),
  /** The run that counted thresholds of another value, and the one among them that is looked at. */
  run: z.guid().optional().catch(undefined),
  cutAt: z.coerce.number().optional().catch(undefined),
  statuses: z.enum(STATUS_AXES).default('time').catch('time'),
  /** Least and greatest score that counts over time; 35 to 64 becomes 30 to 69. */
  low: number(0).transform((low) => Math.min(snapDown(low), LAST_SCORE + 1 - BIN)),
  high: number(LAST_SCORE).transform((high) => Math.min(snapDown(high), LAST_SCORE + 1 - BIN) + BIN - 1),
});
export type ScoreAddress = z.output<typeof scoreAddress>;

/** The bins of a range of scores, as filters of reports name them; all of them are no filter. */
export const binsOf = ({ low, high }: Pick<ScoreAddress, 'low' | 'high'>): readonly string[] =>
  Array.from({ length: Math.max(1, Math.ceil((high - low) / BIN)) }, (_, at) => String(low + at * BIN));

const ALL_BINS = 101;

/** What the events of each bin of the chosen scores came to, as the endpoint takes it. Bars of a month are few: only totals are drawn. */
export const binsQuestion = (
  question: ReportQuestion,
  range: Pick<ScoreAddress, 'low' | 'high'>,
  own: Pick<BodyIn<typeof queryReports>, 'filters' | 'measures'> = {},
): BodyIn<typeof queryReports> => ({
  ...bodyOf(
    { ...question, step: 'month' },
    {
      by: 'score',
      most: ALL_BINS,
      measures: own.measures ?? [...SCORE_MEASURES],
      filters: [{ dimension: 'score', values: [...binsOf(range)] }, ...(own.filters ?? [])],
    },
  ),
});
