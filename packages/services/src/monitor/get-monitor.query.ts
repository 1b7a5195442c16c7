import type { getMonitor as endpoint, Monitor, QueryOf } from '@redoubt/contracts';
import {
  DEGRADED_REASONS,
  isBuiltInAssessment,
  monitorBars,
  type AssessmentName,
  type Decision,
} from '@redoubt/domain';
import { MINUTE_MS } from '@redoubt/kernel';
import {
  readMonitor,
  type MonitorCell,
  type MonitorDimension,
  type MonitorNumbers,
  type MonitorSpan,
} from '@redoubt/storage';
import { readDefined } from '../symbols/assessment-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { decidingEnvironmentIds, loadSubtree, scopeIds } from '../environments/subtree.ts';
import { relatedSeriesOf, type RelatedSeries } from './related-kinds.ts';
import { reading } from '../unit-of-work.ts';

const TOP_RULES = 10;
const TOP_CLAUSES = 20;
const TOP_VALUES = 20;

type Counted = Pick<MonitorCell, 'decision' | 'events'>;

const sumOf = (cells: readonly { readonly events: number }[]): number =>
  cells.reduce((sum, { events }) => sum + events, 0);

const decisionsOf = (cells: readonly Counted[]): Partial<Record<Decision, number>> => {
  const counts: Partial<Record<Decision, number>> = {};
  for (const { decision, events } of cells) counts[decision] = (counts[decision] ?? 0) + events;
  return counts;
};

const totalsOf = (cells: readonly Counted[]): Monitor['totals'] => ({
  events: sumOf(cells),
  decisions: decisionsOf(cells),
});

const sumBy = (cells: readonly { readonly bucket: number; readonly events: number }[], bars: number): number[] => {
  const counts = Array.from({ length: bars }, () => 0);
  for (const { bucket, events } of cells) counts[bucket] = (counts[bucket] ?? 0) + events;
  return counts;
};

type ValueCell = { readonly bucket: number; readonly value: string; readonly events: number };

/** Events of each value by bar, the most frequent value first. */
const valueSeries = (cells: readonly ValueCell[], bars: number): Monitor['riskScores'] =>
  [...Map.groupBy(cells, ({ value }) => value)]
    .map(([value, own]) => ({ value, events: sumOf(own), bars: sumBy(own, bars) }))
    .toSorted((a, b) => b.events - a.events || (a.value < b.value ? -1 : 1));

/** Scores from low to high, and the countries that most events come from. */
const valuesOf = (
  { values }: MonitorNumbers,
  bars: number,
): Pick<Monitor, 'riskScores' | 'botScores' | 'deviceCountries' | 'otherCountries'> => {
  const of = (dimension: MonitorDimension) => values.filter((cell) => cell.dimension === dimension);
  const scores = (dimension: MonitorDimension) =>
    valueSeries(of(dimension), bars).toSorted((a, b) => Number(a.value) - Number(b.value));
  const countries = valueSeries(of('deviceCountry'), bars);
  const named = new Set(countries.slice(0, TOP_VALUES).map(({ value }) => value));
  const others = of('deviceCountry').filter(({ value }) => !named.has(value));
  return {
    riskScores: scores('riskScore'),
    botScores: scores('botScore'),
    deviceCountries: countries.slice(0, TOP_VALUES),
    otherCountries: { events: sumOf(others), bars: sumBy(others, bars) },
  };
};

/** Events whose decision lacked something, and what was missing in the order of the reasons. */
const degradedOf = ({ values }: MonitorNumbers, bars: number): Monitor['degraded'] => {
  const of = (dimension: MonitorDimension) => values.filter((cell) => cell.dimension === dimension);
  const found = new Map(valueSeries(of('degradedReason'), bars).map((series) => [series.value, series]));
  return {
    events: sumOf(of('degraded')),
    bars: sumBy(of('degraded'), bars),
    reasons: DEGRADED_REASONS.flatMap((value) => {
      const series = found.get(value);
      return series === undefined ? [] : [{ ...series, value }];
    }),
  };
};

/** Rules that decided most, the most frequent first. */
const rulesOf = ({ cells, lastWeek }: MonitorNumbers, bars: number): Monitor['rules'] => {
  const before = Map.groupBy(lastWeek, ({ rule }) => rule);
  return [...Map.groupBy(cells, ({ rule }) => rule)]
    .filter(([rule]) => rule !== '')
    .map(([rule, own]) => ({
      rule,
      ...totalsOf(own),
      lastWeek: sumOf(before.get(rule) ?? []),
      bars: sumBy(own, bars),
    }))
    .toSorted((a, b) => b.events - a.events || (a.rule < b.rule ? -1 : 1))
    .slice(0, TOP_RULES);
};

const clausesOf = ({ cells, lastWeek }: MonitorNumbers, bars: number): Pick<Monitor, 'clauses' | 'otherClauses'> => {
  const keyOf = ({ rule, clause, decision }: Omit<MonitorCell, 'bucket' | 'events'>): string =>
    JSON.stringify([rule, clause, decision]);
  const before = new Map(lastWeek.map((cell) => [keyOf(cell), cell.events]));
  const groups = [
    ...Map.groupBy(
      cells.filter(({ clause }) => clause !== ''),
      keyOf,
    ),
  ]
    .flatMap(([key, same]) => (same[0] ? [{ key, first: same[0], same, events: sumOf(same) }] : []))
    .toSorted((a, b) => b.events - a.events || (a.key < b.key ? -1 : 1));
  const others = groups.slice(TOP_CLAUSES).flatMap(({ same }) => same);
  return {
    clauses: groups.slice(0, TOP_CLAUSES).map(({ key, first: { rule, clause, decision }, same, events }) => ({
      rule,
      clause,
      decision,
      events,
      lastWeek: before.get(key) ?? 0,
      bars: sumBy(same, bars),
    })),
    otherClauses: { events: sumOf(others), bars: sumBy(others, bars) },
  };
};

const barCount = ({ fromMs, toMs, stepMs }: MonitorSpan): number => Math.round((toMs - fromMs) / stepMs);

const barsOf = (numbers: MonitorNumbers, span: MonitorSpan): Monitor['bars'] => {
  const byBucket = Map.groupBy(numbers.cells, ({ bucket }) => bucket);
  const before = new Map(numbers.lastWeekVolume.map(({ bucket, events }) => [bucket, events]));
  return Array.from({ length: barCount(span) }, (_each, bucket) => {
    return {
      from: new Date(span.fromMs + bucket * span.stepMs).toISOString(),
      decisions: decisionsOf(byBucket.get(bucket) ?? []),
      lastWeek: before.get(bucket) ?? 0,
    };
  });
};

const relatedOf = (series: readonly RelatedSeries[], numbers: MonitorNumbers, bars: number): Monitor['related'] =>
  series.map(({ kind, name }) => {
    const cells = numbers.related.filter((cell) => cell.kind === kind);
    return {
      kind,
      name,
      events: sumOf(cells),
      bars: sumBy(cells, bars),
      values: valueSeries(cells, bars).slice(0, TOP_VALUES),
    };
  });

/** How the live traffic of an assessment behaves, from roll-ups. @throws `ASSESSMENT-UNKNOWN`, `ENV-UNKNOWN`. */
export const getMonitor = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  { period, stepMinutes, includeChildren }: QueryOf<typeof endpoint>,
): Promise<Monitor> => {
  const { database, tenantId, environmentId } = context;
  const nowMs = context.clock.now();
  const { environmentIds, changesIn, series } = await reading(context, async (trx) => {
    const subtree = await loadSubtree(trx, environmentId);
    return {
      environmentIds: scopeIds(subtree, includeChildren),
      changesIn: decidingEnvironmentIds(subtree, includeChildren),
      series: relatedSeriesOf(
        assessment,
        isBuiltInAssessment(assessment) ? undefined : await readDefined(trx, environmentId, assessment),
      ),
    };
  });
  const span: MonitorSpan = { ...monitorBars(period, stepMinutes, nowMs), nowMs };
  const relatedKinds = series.map(({ kind }) => kind);
  const numbers = await readMonitor(
    database,
    { tenantId, environmentIds },
    { kind: assessment, relatedKinds, changesIn },
    span,
  );
  const bars = barCount(span);
  return {
    asOf: new Date(nowMs).toISOString(),
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
    stepMinutes: span.stepMs / MINUTE_MS,
    waitingMs: numbers.waitingMs,
    environmentIds: [...environmentIds],
    totals: totalsOf(numbers.cells),
    lastWeek: totalsOf(numbers.lastWeek),
    bars: barsOf(numbers, span),
    rules: rulesOf(numbers, bars),
    ...clausesOf(numbers, bars),
    ...valuesOf(numbers, bars),
    degraded: degradedOf(numbers, bars),
    related: relatedOf(series, numbers, bars),
    changes: numbers.changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  };
};
