import type { CaseFigures } from '@redoubt/contracts';
import { caseTimeQuantileMs, sumHistograms } from '@redoubt/domain';
import { SECOND_MS } from '@redoubt/kernel';
import type { DecisionGroup, DecisionHistograms, LabelledCount, ReopenedCount } from '@redoubt/storage';

/** What figures are worked out from: of all cases, or of those of a queue or an agent. */
export type ReportedCases = {
  readonly groups: readonly DecisionGroup[];
  readonly times: readonly DecisionHistograms[];
  readonly reopened: readonly ReopenedCount[];
  readonly labelled: readonly LabelledCount[];
};

/** None at all. */
export const NO_CASES: ReportedCases = { groups: [], times: [], reopened: [], labelled: [] };

const timesOf = (histogram: readonly number[]): CaseFigures['waited'] => {
  const p50 = caseTimeQuantileMs(histogram, 0.5);
  const p90 = caseTimeQuantileMs(histogram, 0.9);
  return p50 === null || p90 === null ? null : { p50: p50 / SECOND_MS, p90: p90 / SECOND_MS };
};

const sumOf = <Row>(rows: readonly Row[], countOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + countOf(row), 0);

/** Figures of some decisions. Times are those of decisions by agents and programs: a time-out waits as long as it is set to. */
export const figuresOf = ({ groups, times, reopened, labelled }: ReportedCases): CaseFigures => {
  const decided = groups.filter(({ source }) => source !== 'TimeOut');
  const casesOf = (rows: readonly DecisionGroup[]): number => sumOf(rows, ({ cases }) => cases);
  const acted = (action: DecisionGroup['caseAction']): number =>
    casesOf(groups.filter(({ caseAction }) => caseAction === action));
  return {
    decided: casesOf(decided),
    timedOut: casesOf(groups) - casesOf(decided),
    approved: acted('Approve'),
    rejected: acted('Reject'),
    waited: timesOf(sumHistograms(times.map(({ waited }) => waited))),
    handled: timesOf(sumHistograms(times.map(({ handled }) => handled))),
    reopened: sumOf(reopened, (row) => row.reopened),
    overturned: sumOf(reopened, (row) => row.overturned),
    approvedFraud: sumOf(labelled, (row) => row.approvedFraud),
    rejectedGood: sumOf(labelled, (row) => row.rejectedGood),
  };
};

/** The cases by what they have in common, such as their queue; in no order. */
export const splitBy = (
  { groups, times, reopened, labelled }: ReportedCases,
  keyOf: (row: { readonly queueId: string; readonly agentId: string }) => string,
): ReadonlyMap<string, ReportedCases> => {
  const keys = new Set([...groups, ...reopened, ...labelled].map(keyOf));
  const has =
    (key: string) =>
    (row: { readonly queueId: string; readonly agentId: string }): boolean =>
      keyOf(row) === key;
  return new Map(
    [...keys].map((key) => [
      key,
      {
        groups: groups.filter(has(key)),
        times: times.filter(has(key)),
        reopened: reopened.filter(has(key)),
        labelled: labelled.filter(has(key)),
      },
    ]),
  );
};
