import type { CaseReport } from '@redoubt/contracts';
import { CASE_REPORT_FIGURES, type CaseReportFigure } from '@redoubt/domain';
import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** The figure whose cases the address asks for, and what narrows them beyond what narrows the report. */
export const drillAddress = {
  figure: z.enum(CASE_REPORT_FIGURES).optional().catch(undefined),
  decision: text,
  reason: text,
  /** The other one of two agents who reviewed the same cases. */
  other: text,
};

/** What narrows the cases of a figure: a queue and an agent narrow the report with them. */
export type DrillPlace = {
  readonly queue?: string | undefined;
  readonly agent?: string | undefined;
  readonly other?: string | undefined;
  readonly decision?: string | undefined;
  readonly reason?: string | undefined;
};

/** Address of the cases behind a figure. */
export type Drill = (figure: CaseReportFigure, place?: DrillPlace) => string;

/** How many cases a figure of the report counts. */
export const countOf = (
  { totals, backlog, reasons, pairs }: CaseReport,
  figure: CaseReportFigure,
  { decision, reason, other }: DrillPlace,
): number => {
  if (figure === 'waiting') return backlog.waiting;
  if (figure === 'reviewedTwice')
    return pairs
      .filter(({ first, second }) => other === undefined || first.key === other || second.key === other)
      .reduce((sum, { cases }) => sum + cases, 0);
  if (decision === undefined && reason === undefined) return totals[figure];
  return reasons
    .filter(
      (each) =>
        (decision === undefined || each.decision === decision) && (reason === undefined || each.reason === reason),
    )
    .reduce((sum, { cases }) => sum + cases, 0);
};
