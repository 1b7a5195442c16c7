import type { BodyIn, queryReports } from '@redoubt/contracts';
import { SCORE_MEASURES } from '@redoubt/domain';
import { oneOf, textsOf, type RawSearch } from '../../routes/address.ts';
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

const textsIn = textsOf('tab', 'as', 'cut', 'margin', 'labels', 'x', 'y', 'run', 'cutAt', 'statuses', 'low', 'high');

const numberOf = (text: string | undefined): number | undefined => {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
};

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const scoreAddress = (search: RawSearch) => {
  const texts = textsIn(search);
  const margin = numberOf(texts.margin) ?? FIRST_MARGIN;
  const { run } = texts;
  return {
    tab: oneOf(TABS, texts.tab) ?? 'distribution',
    /** Charts as tables. */
    as: oneOf(['table'], texts.as),
    cut: snapDown(numberOf(texts.cut) ?? FIRST_CUT_OFF),
    /** In percent of the price. */
    margin: margin > 0 && margin <= 100 ? margin : FIRST_MARGIN,
    labels: oneOf(LABELS, texts.labels) ?? 'expected',
    x: oneOf(ROC_X, texts.x) ?? 'falsePositive',
    y: oneOf(ROC_Y, texts.y) ?? 'detection',
    /** The run that counted thresholds of another value, and the one among them that is looked at. */
    run: run !== undefined && GUID.test(run) ? run : undefined,
    cutAt: numberOf(texts.cutAt),
    statuses: oneOf(STATUS_AXES, texts.statuses) ?? 'time',
    /** Least and greatest score that counts over time; 35 to 64 becomes 30 to 69. */
    low: Math.min(snapDown(numberOf(texts.low) ?? 0), LAST_SCORE + 1 - BIN),
    high: Math.min(snapDown(numberOf(texts.high) ?? LAST_SCORE), LAST_SCORE + 1 - BIN) + BIN - 1,
  };
};
export type ScoreAddress = ReturnType<typeof scoreAddress>;

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
