import type { getMonitor as endpoint, Monitor, QueryOf } from '@redoubt/contracts';
import { isBuiltInAssessment, monitorBars, type AssessmentName, type Decision } from '@redoubt/domain';
import { MINUTE_MS } from '@redoubt/kernel';
import { readMonitor, type MonitorCell, type MonitorNumbers, type MonitorSpan } from '@redoubt/storage';
import { readDefined } from '../symbols/assessment-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { decidingEnvironmentIds, loadSubtree, scopeIds } from '../environments/subtree.ts';
import { relatedSeriesOf, type RelatedSeries } from './related-kinds.ts';
import { reading } from '../unit-of-work.ts';

const TOP_RULES = 10;
const TOP_CLAUSES = 20;

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

/** Rules that decided most, the most frequent first. */
const rulesOf = ({ cells, previous }: MonitorNumbers, bars: number): Monitor['rules'] => {
  const before = Map.groupBy(previous, ({ rule }) => rule);
  return [...Map.groupBy(cells, ({ rule }) => rule)]
    .filter(([rule]) => rule !== '')
    .map(([rule, own]) => ({
      rule,
      ...totalsOf(own),
      before: sumOf(before.get(rule) ?? []),
      bars: sumBy(own, bars),
    }))
    .toSorted((a, b) => b.events - a.events || (a.rule < b.rule ? -1 : 1))
    .slice(0, TOP_RULES);
};

const clausesOf = ({ cells, previous }: MonitorNumbers): Pick<Monitor, 'clauses' | 'otherClauses'> => {
  const keyOf = ({ rule, clause, decision }: Omit<MonitorCell, 'bucket' | 'events'>): string =>
    JSON.stringify([rule, clause, decision]);
  const before = new Map(previous.map((cell) => [keyOf(cell), cell.events]));
  const clauses = [
    ...Map.groupBy(
      cells.filter(({ clause }) => clause !== ''),
      keyOf,
    ),
  ]
    .flatMap(([key, same]) =>
      same[0]
        ? [
            {
              rule: same[0].rule,
              clause: same[0].clause,
              decision: same[0].decision,
              events: sumOf(same),
              before: before.get(key) ?? 0,
            },
          ]
        : [],
    )
    .toSorted((a, b) => b.events - a.events);
  return { clauses: clauses.slice(0, TOP_CLAUSES), otherClauses: sumOf(clauses.slice(TOP_CLAUSES)) };
};

const barCount = ({ fromMs, toMs, stepMs }: MonitorSpan): number => Math.round((toMs - fromMs) / stepMs);

const barsOf = (numbers: MonitorNumbers, span: MonitorSpan): Monitor['bars'] => {
  const byBucket = Map.groupBy(numbers.cells, ({ bucket }) => bucket);
  const before = new Map(numbers.previousVolume.map(({ bucket, events }) => [bucket, events]));
  return Array.from({ length: barCount(span) }, (_each, bucket) => {
    return {
      from: new Date(span.fromMs + bucket * span.stepMs).toISOString(),
      decisions: decisionsOf(byBucket.get(bucket) ?? []),
      before: before.get(bucket) ?? 0,
    };
  });
};

const relatedOf = (series: readonly RelatedSeries[], numbers: MonitorNumbers, bars: number): Monitor['related'] =>
  series.map(({ kind, name }) => {
    const cells = numbers.related.filter((cell) => cell.kind === kind);
    const verdicts: Record<string, number> = {};
    for (const { verdict, events } of cells) if (verdict !== '') verdicts[verdict] = (verdicts[verdict] ?? 0) + events;
    return { kind, name, events: sumOf(cells), bars: sumBy(cells, bars), verdicts };
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
  return {
    asOf: new Date(nowMs).toISOString(),
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
    stepMinutes: span.stepMs / MINUTE_MS,
    environmentIds: [...environmentIds],
    totals: totalsOf(numbers.cells),
    previous: totalsOf(numbers.previous),
    bars: barsOf(numbers, span),
    rules: rulesOf(numbers, barCount(span)),
    ...clausesOf(numbers),
    related: relatedOf(series, numbers, barCount(span)),
    changes: numbers.changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  };
};
