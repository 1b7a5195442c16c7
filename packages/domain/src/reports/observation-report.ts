import { HOUR_MS } from '@redoubt/kernel';
import type { AssessmentName } from '../events/event-kinds.ts';
import { isFieldDimension, type FieldDimension } from './report-fields.ts';
import type { ReportComparison, ReportStep } from './report-query.ts';

/**
 * What observations can be grouped by. `observation` is their kind, `linked` whether their assessment is known, `score` the
 * hundred that its score lies in, `delay` how long after it they came.
 */
export const OBSERVATION_DIMENSIONS = [
  'environment',
  'observation',
  'linked',
  'decision',
  'score',
  'delay',
  'currency',
] as const;
export type ObservationDimension = (typeof OBSERVATION_DIMENSIONS)[number];
/** The same, or a field of the observation. */
export type AskedOfObservations = ObservationDimension | FieldDimension;

/** What bars stand for: days of arrival, hundreds of the score of the assessment, or time since it. */
export const OBSERVATION_AXES = ['time', 'score', 'delay'] as const;
export type ObservationAxis = (typeof OBSERVATION_AXES)[number];

/** Values that an observation may have, any of them; the empty text stands for none. */
export type ObservationFilter = { readonly dimension: AskedOfObservations; readonly values: readonly string[] };

/** One question to the report of observations. */
export type ObservationQuery = {
  readonly assessment: AssessmentName;
  /** First and last day of arrival, `2026-03-04`, in UTC. */
  readonly from: string;
  readonly to: string;
  readonly step: Exclude<ReportStep, 'hour'>;
  readonly axis: ObservationAxis;
  readonly by: AskedOfObservations | null;
  readonly filters: readonly ObservationFilter[];
  readonly compare: ReportComparison;
  readonly most: number;
};

/** Where the classes of a delay begin, in hours after the assessment; the last has no end. */
export const DELAY_HOURS = [0, 1, 24, 72, 168, 336, 720, 1440, 2160] as const;

/** The class of a delay; what came before its assessment came at once. */
export const delayClass = (delayMs: number): number =>
  Math.max(
    0,
    DELAY_HOURS.findLastIndex((hours) => delayMs >= hours * HOUR_MS),
  );

/** The first scores of the hundreds. */
export const SCORE_HUNDREDS = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900] as const;

/** Bars of an axis that is no time, as filters name their values; the last of the scores are those without one. */
export const axisBars = (axis: Exclude<ObservationAxis, 'time'>): readonly string[] =>
  axis === 'score' ? [...SCORE_HUNDREDS.map(String), ''] : DELAY_HOURS.map(String);

/**
 * Sums that answer a question, the narrowest that know its dimensions, or the single observations where none do. Sums by a field
 * know neither decisions nor delays, and no second field.
 */
export type ObservationSource =
  | { readonly from: 'sums'; readonly field: FieldDimension }
  /** `total` knows no decision, score and delay, `decision` no score and delay. */
  | { readonly from: 'sums'; readonly field: null; readonly detail: 'total' | 'decision' | 'all' }
  | { readonly from: 'observations' };

const detailOf = (asked: ReadonlySet<string>): 'total' | 'decision' | 'all' => {
  if (asked.has('score') || asked.has('delay')) return 'all';
  return asked.has('decision') ? 'decision' : 'total';
};

const ONLY_WITHOUT_FIELD: ReadonlySet<string> = new Set(['decision', 'delay']);

export const observationSource = ({
  axis,
  by,
  filters,
}: Pick<ObservationQuery, 'axis' | 'by' | 'filters'>): ObservationSource => {
  const asked = new Set<string>([
    ...(by === null ? [] : [by]),
    ...(axis === 'time' ? [] : [axis]),
    ...filters.map(({ dimension }) => dimension),
  ]);
  const [field, ...others] = [...asked].filter((dimension): dimension is FieldDimension => isFieldDimension(dimension));
  if (field === undefined) return { from: 'sums', field: null, detail: detailOf(asked) };
  // Observations without a value of a field stand in none of its sums.
  const isOfNone = filters.some(({ dimension, values }) => dimension === field && values.includes(''));
  return others.length > 0 || isOfNone || [...asked].some((dimension) => ONLY_WITHOUT_FIELD.has(dimension))
    ? { from: 'observations' }
    : { from: 'sums', field };
};
