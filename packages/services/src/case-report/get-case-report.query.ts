import type { CaseReport, getCaseReport as endpoint, QueryOf, ReportedAgent } from '@redoubt/contracts';
import {
  agreementOf,
  caseReportSpan,
  FORECAST_WEEKS,
  forecastBacklog,
  GENERAL_QUEUE_ID,
  type BacklogForecast,
} from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Id } from '@redoubt/kernel';
import {
  countLabelledCases,
  countReopenedCases,
  listCaseQueues,
  listSecondReviewPairs,
  readCaseBacklog,
  readCaseHours,
  readCaseIntakeBars,
  readDecisionBars,
  readDecisionGroups,
  readDecisionTimes,
  readWithdrawnCases,
  type CaseBacklog,
  type CaseIntake,
  type CaseReportRange,
  type CaseReportScope,
  type DecisionBar,
  type DecisionGroup,
  type SecondReviewPair,
  type TenantTransaction,
  type WithdrawnCases,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { readReportScope } from './report-scope.ts';
import { figuresOf, NO_CASES, splitBy, type ReportedCases } from './report-figures.ts';
import { agentsOf } from './reported-agents.ts';

type Span = ReturnType<typeof caseReportSpan>;

/** Everything about the decisions of some ranges, which do not overlap, range by range. */
export const readReportedCases = async <const Ranges extends readonly CaseReportRange[]>(
  trx: TenantTransaction,
  scope: CaseReportScope,
  ranges: Ranges,
): Promise<{ readonly [Index in keyof Ranges]: ReportedCases }> => {
  const reopened = await countReopenedCases(trx, scope, ranges);
  const labelled = await countLabelledCases(trx, scope, ranges);
  const cases: ReportedCases[] = [];
  for (const [index, range] of ranges.entries()) {
    cases.push({
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      groups: await readDecisionGroups(trx, scope, range),
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      times: await readDecisionTimes(trx, scope, range),
      reopened: reopened.filter((each) => each.range === index),
      labelled: labelled.filter((each) => each.range === index),
    });
  }
  return cases as { readonly [Index in keyof Ranges]: ReportedCases };
};

/** Cases that came, and those that ended without a decision. */
type Intake = { readonly came: readonly CaseIntake[]; readonly withdrawn: readonly WithdrawnCases[] };

const readIntake = async (
  trx: TenantTransaction,
  scope: CaseReportScope,
  range: CaseReportRange,
  stepMs: number,
): Promise<Intake> => ({
  came: await readCaseIntakeBars(trx, scope, range, stepMs),
  withdrawn: await readWithdrawnCases(trx, scope, range, stepMs),
});

const intakeOf = (
  { came, withdrawn }: Intake,
  counts: (row: { readonly bucket: number; readonly queueId: Id }) => boolean = () => true,
): Pick<CaseReport['totals'], 'received' | 'cancelled' | 'withdrawn'> => ({
  received: came.filter(counts).reduce((sum, { received }) => sum + received, 0),
  cancelled: came.filter(counts).reduce((sum, { cancelled }) => sum + cancelled, 0),
  withdrawn: withdrawn.filter(counts).reduce((sum, each) => sum + each.withdrawn, 0),
});

const isoOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

const oldestOf = (backlog: readonly CaseBacklog[]): Date | null =>
  backlog.reduce<Date | null>((oldest, each) => (oldest === null || each.oldest < oldest ? each.oldest : oldest), null);

const barsOf = (
  span: Span,
  decisions: readonly DecisionBar[],
  previous: readonly DecisionBar[],
  intake: Intake,
): CaseReport['bars'] =>
  Array.from({ length: Math.round((span.toMs - span.fromMs) / span.stepMs) }, (_, bucket) => {
    const own = decisions.filter((each) => each.bucket === bucket);
    const casesOf = (rows: readonly DecisionBar[]): number => rows.reduce((sum, { cases }) => sum + cases, 0);
    const decided = (action: DecisionBar['caseAction']): number =>
      casesOf(own.filter(({ source, caseAction }) => source !== 'TimeOut' && caseAction === action));
    return {
      from: new Date(span.fromMs + bucket * span.stepMs).toISOString(),
      ...intakeOf(intake, (each) => each.bucket === bucket),
      approved: decided('Approve'),
      rejected: decided('Reject'),
      other: decided('None'),
      timedOut: casesOf(own.filter(({ source }) => source === 'TimeOut')),
      before: casesOf(previous.filter((each) => each.bucket === bucket)),
    };
  });

const reasonsOf = (now: readonly DecisionGroup[], before: readonly DecisionGroup[]): CaseReport['reasons'] => {
  const byPeople = (groups: readonly DecisionGroup[]) => groups.filter(({ source }) => source !== 'TimeOut');
  const keyOf = ({ decision, caseAction, reason }: DecisionGroup): string =>
    JSON.stringify([decision, caseAction, reason]);
  const casesOf = (groups: readonly DecisionGroup[]): number => groups.reduce((sum, { cases }) => sum + cases, 0);
  const earlier = Map.groupBy(byPeople(before), keyOf);
  return [...Map.groupBy(byPeople(now), keyOf)]
    .flatMap(([key, same]) => {
      const [first] = same;
      if (first === undefined) return [];
      const { decision, caseAction, reason } = first;
      return [{ decision, caseAction, reason, cases: casesOf(same), before: casesOf(earlier.get(key) ?? []) }];
    })
    .toSorted((a, b) => b.cases - a.cases || (a.reason < b.reason ? -1 : 1));
};

const forecastAnswer = (forecast: BacklogForecast | null): CaseReport['backlog']['forecast'] =>
  forecast && {
    hours: forecast.hours,
    arrivedPerDay: forecast.arrivedPerDay,
    decidedPerDay: forecast.decidedPerDay,
    points: forecast.points.map(({ atMs, cases }) => ({ at: new Date(atMs).toISOString(), cases })),
  };

/** Agreement of each two agents, in either order of their decisions. */
const agreementsOf = (
  pairs: readonly SecondReviewPair[],
  agents: ReadonlyMap<string, ReportedAgent>,
): CaseReport['pairs'] => {
  const oriented = pairs.map((pair) =>
    pair.firstId <= pair.secondId
      ? { ids: [pair.firstId, pair.secondId], first: pair.firstDecision, second: pair.secondDecision }
      : { ids: [pair.secondId, pair.firstId], first: pair.secondDecision, second: pair.firstDecision },
  );
  return [...Map.groupBy(oriented, ({ ids }) => JSON.stringify(ids)).values()]
    .flatMap((same) => {
      const [one = '', other = ''] = same[0]?.ids ?? [];
      const [first, second] = [agents.get(one), agents.get(other)];
      if (first === undefined || second === undefined) return [];
      return [{ first, second, ...agreementOf(same.map((each) => ({ ...each, cases: 1 }))) }];
    })
    .toSorted((a, b) => b.cases - a.cases || (a.first.key < b.first.key ? -1 : 1));
};

/** How cases are worked off, from sums by the hour and the day that are written with every entry. */
export const getCaseReport = (
  context: EnvironmentContext,
  { period, assessment, queueId, agent }: QueryOf<typeof endpoint>,
): Promise<CaseReport> =>
  reading(context, async (trx) => {
    const { environmentId, clock } = context;
    const nowMs = clock.now();
    const { hides, everyone, scope } = await readReportScope(trx, context, { assessment, queueId, agent });
    const span = caseReportSpan(period, nowMs);
    const lengthMs = span.toMs - span.fromMs;
    const before = { fromMs: span.fromMs - lengthMs, toMs: span.fromMs };
    const soFar = { fromMs: before.fromMs, toMs: (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS - lengthMs };

    const queues = await listCaseQueues(trx, environmentId, []);
    const nameOf = new Map(queues.map(({ id, name }) => [id, name]));
    const [cases, casesBefore] = await readReportedCases(trx, scope, [span, soFar]);
    const decisionBars = await readDecisionBars(trx, scope, span, span.stepMs);
    const barsBefore = await readDecisionBars(trx, scope, before, span.stepMs);
    const intake = await readIntake(trx, everyone, span, span.stepMs);
    const intakeBefore = await readIntake(trx, everyone, soFar, span.stepMs);
    const backlog = await readCaseBacklog(trx, everyone, new Date(nowMs));
    const known = { fromMs: nowMs - FORECAST_WEEKS * 7 * DAY_MS - HOUR_MS, toMs: nowMs };
    const { since, hours } = await readCaseHours(trx, everyone, known);

    const waiting = backlog.reduce((sum, each) => sum + each.cases, 0);
    const byQueue = splitBy(cases, (row) => row.queueId);
    const byAgent = splitBy(cases, (row) => row.agentId);
    const pairs = await listSecondReviewPairs(trx, scope, span);
    const agentIds = [
      ...new Set([...byAgent.keys(), ...pairs.flatMap(({ firstId, secondId }) => [firstId, secondId])]),
    ].filter((id) => id !== '');
    const names = new Map([
      ...pairs.flatMap(({ firstId, first, secondId, second }) => [
        [firstId, first] as const,
        [secondId, second] as const,
      ]),
      ...[...cases.labelled, ...cases.reopened, ...cases.groups].map((row) => [row.agentId, row.agent] as const),
    ]);
    const agents = agentsOf(agentIds, names, hides ? { environmentId } : null);
    const queueIds = new Set([
      ...[...nameOf.keys()].filter((id) => queueId === undefined || id === queueId),
      ...byQueue.keys(),
      ...[...intake.came, ...intake.withdrawn].map((each) => each.queueId),
      ...backlog.map((each) => each.queueId),
    ]);
    return {
      asOf: new Date(nowMs).toISOString(),
      from: new Date(span.fromMs).toISOString(),
      to: new Date(span.toMs).toISOString(),
      stepMinutes: span.stepMs / MINUTE_MS,
      hidesAgents: hides,
      totals: { ...figuresOf(cases), ...intakeOf(intake) },
      previous: { ...figuresOf(casesBefore), ...intakeOf(intakeBefore) },
      bars: barsOf(span, decisionBars, barsBefore, intake),
      queues: [...queueIds]
        .map((id) => {
          const waits = backlog.find((each) => each.queueId === id);
          return {
            ...figuresOf(byQueue.get(id) ?? NO_CASES),
            ...intakeOf(intake, (each) => each.queueId === id),
            id,
            name: nameOf.get(id) ?? '',
            waiting: waits?.cases ?? 0,
            oldest: isoOrNull(waits?.oldest),
          };
        })
        .toSorted((a, b) => b.decided + b.timedOut - (a.decided + a.timedOut) || (a.name < b.name ? -1 : 1)),
      agents: [...agents]
        .map(([id, agent]) => ({ ...figuresOf(byAgent.get(id) ?? NO_CASES), agent }))
        .toSorted((a, b) => b.decided - a.decided || (a.agent.key < b.agent.key ? -1 : 1)),
      reasons: reasonsOf(cases.groups, casesBefore.groups),
      pairs: agreementsOf(pairs, agents),
      backlog: {
        waiting,
        oldest: isoOrNull(oldestOf(backlog)),
        forecast:
          since && forecastAnswer(forecastBacklog(hours, { sinceMs: since.getTime(), nowMs, backlog: waiting })),
      },
      choices: queues
        .map(({ id, name }) => ({ id, name }))
        .toSorted(
          (a, b) => Number(b.id === GENERAL_QUEUE_ID) - Number(a.id === GENERAL_QUEUE_ID) || (a.name < b.name ? -1 : 1),
        ),
    };
  });
