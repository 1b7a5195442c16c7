import type { getMonitorUsual as endpoint, MonitorUsual, QueryOf } from '@redoubt/contracts';
import {
  DECISIONS,
  isBuiltInAssessment,
  monitorBars,
  USUAL_WEEKS,
  usualRanges,
  type AssessmentName,
} from '@redoubt/domain';
import { MINUTE_MS } from '@redoubt/kernel';
import { readEarlierWeeks, type EarlierCell } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { reading } from '../unit-of-work.ts';

/** Counts of every earlier week, each with one bar more at both ends. */
const weeksOf = (cells: readonly EarlierCell[], bars: number): readonly (readonly number[])[] =>
  Array.from({ length: USUAL_WEEKS }, (_each, at) => {
    const counts = Array.from({ length: bars + 2 }, () => 0);
    for (const { week, bucket, events } of cells)
      if (week === at + 1) counts[bucket + 1] = (counts[bucket + 1] ?? 0) + events;
    return counts;
  });

/**
 * Between which values the bars of a monitor usually lie, by the same time of the last six weeks (`usualRange`).
 *
 * @throws `ASSESSMENT-UNKNOWN`, `ENV-UNKNOWN`.
 */
export const getMonitorUsual = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  { period, stepMinutes, includeChildren }: QueryOf<typeof endpoint>,
): Promise<MonitorUsual> => {
  const { database, tenantId, environmentId } = context;
  const environmentIds = await reading(context, async (trx) => {
    if (!isBuiltInAssessment(assessment)) await readDefined(trx, environmentId, assessment);
    return scopeIds(await loadSubtree(trx, environmentId), includeChildren);
  });
  const span = monitorBars(period, stepMinutes, context.clock.now());
  const bars = Math.round((span.toMs - span.fromMs) / span.stepMs);
  const cells = await readEarlierWeeks(database, { tenantId, environmentIds }, assessment, {
    ...span,
    weeks: USUAL_WEEKS,
  });
  // A week that had events at all counts for every decision: one that was never made is usually not made.
  const known = new Set(cells.map(({ week }) => week));
  const rangesOf = (own: readonly EarlierCell[]) =>
    usualRanges(
      weeksOf(own, bars).filter((_week, at) => known.has(at + 1)),
      bars,
    ).map((range) => range && { ...range });
  return {
    from: new Date(span.fromMs).toISOString(),
    stepMinutes: span.stepMs / MINUTE_MS,
    weeks: known.size,
    events: rangesOf(cells),
    decisions: Object.fromEntries(
      DECISIONS.map((decision) => [decision, rangesOf(cells.filter((cell) => cell.decision === decision))]),
    ) as MonitorUsual['decisions'],
  };
};
