import { caseTimeHistogram, sumHistograms } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, newId, type Id } from '@redoubt/kernel';
import { createCasePlace, seededChoices, type CasePlace } from '@redoubt/testing/casework';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAgentsToday } from './agents.read-model.ts';
import { rebuildDecisionSums } from './case-decision-sums.ts';
import { readCaseHours, readDecisionBars, readDecisionGroups, readDecisionTimes } from './case-report.read-model.ts';
import type { CaseReportRange, CaseReportScope } from './report-scope.ts';
import { listReportedCases, type ReportedCasesCursor, type ReportedCasesQuery } from './reported-cases.read-model.ts';

const test = useDatabase();
const DAYS = 9;
const START_MS = Date.UTC(2026, 9, 20);
const DECISIONS = 800;

const { below, oneOf } = seededChoices(11);

const QUEUES = [newId(), newId()] as const;
const decisions = Array.from({ length: DECISIONS }, (_, index) => {
  const source = oneOf(['Agent', 'Agent', 'Bulk', 'Api', 'TimeOut']);
  const caseAction = oneOf(['Approve', 'Reject', 'None']);
  return {
    eventId: `p-${index}`,
    kind: oneOf([1, 3]),
    atMs: START_MS + below(DAYS * DAY_MS),
    actorId: oneOf(['ana', 'ben', 'cem']),
    source,
    queueId: oneOf<Id>([...QUEUES]),
    caseAction,
    decision: caseAction === 'Reject' ? oneOf(['Reject', 'Block']) : caseAction,
    reason: oneOf(['Known customer', 'Stolen card']),
    waitedMs: below(3 * DAY_MS),
    handledMs: source === 'Agent' ? below(HOUR_MS) : null,
    isUndone: below(10) === 0,
  };
});
type Decision = (typeof decisions)[number];

let place: CasePlace;
beforeAll(async () => {
  place = await createCasePlace(test.database);
  const { tenantId, environmentId } = place;
  const entries = decisions.flatMap((each) => {
    const { eventId, kind, actorId, source, queueId, waitedMs, handledMs, caseAction, decision, reason } = each;
    const verdict = { decision, caseAction, labelAction: 'None', reason };
    const common = { tenant_id: tenantId, environment_id: environmentId, kind, event_id: eventId, source };
    const by = { actor_id: actorId, actor: actorId.toUpperCase() };
    const decided = {
      ...common,
      ...by,
      number: 1,
      at: new Date(each.atMs),
      action: source === 'TimeOut' ? 'timeOut' : 'decide',
      body: { verdict, figures: { queueId, waitedMs, handledMs } },
    };
    const undone = { ...common, ...by, number: 2, at: new Date(each.atMs + 1), action: 'undo', body: {} };
    return each.isUndone ? [decided, undone] : [decided];
  });
  await test.asAdmin(`insert into case_entry select * from jsonb_populate_recordset(null::case_entry, $1::jsonb)`, [
    JSON.stringify(entries),
  ]);
  await test.database.inTenant(tenantId, (trx) => rebuildDecisionSums(trx, environmentId));
});

const agentOf = ({ source, actorId }: Decision): string => (source === 'TimeOut' ? '' : actorId);

const countedIn = ({ kind, queueId, agentId }: CaseReportScope, { fromMs, toMs }: CaseReportRange) =>
  decisions.filter(
    (each) =>
      !each.isUndone &&
      each.atMs >= fromMs &&
      each.atMs < toMs &&
      (kind === null || each.kind === kind) &&
      (queueId === null || each.queueId === queueId) &&
      (agentId === null || agentOf(each) === agentId),
  );

const byKey = (rows: readonly (readonly [key: readonly unknown[], value: unknown])[]) =>
  Object.fromEntries(rows.map(([key, value]) => [JSON.stringify(key), value]));

const grouped = (rows: readonly Decision[], keyOf: (row: Decision) => readonly unknown[]) =>
  [...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)))].map(([key, same]) => [JSON.parse(key), same] as const);

/** Zeros at its end make no difference to a histogram. */
const trimmed = (histogram: readonly number[]): string => histogram.join(' ').replace(/(?:^| )0(?: 0)*$/, '');

const histogramOf = (same: readonly Decision[], time: (row: Decision) => number | null): string =>
  trimmed(sumHistograms(same.map((row) => caseTimeHistogram(time(row)))));

const ranges = [
  ...Array.from({ length: 40 }, () => {
    const fromMs = START_MS + below(DAYS * 24) * HOUR_MS;
    return { fromMs, toMs: fromMs + (1 + below(4 * 24)) * HOUR_MS };
  }),
  { fromMs: START_MS, toMs: START_MS + DAYS * DAY_MS },
  { fromMs: START_MS + DAY_MS, toMs: START_MS + 2 * DAY_MS },
  { fromMs: START_MS + 23 * HOUR_MS, toMs: START_MS + 25 * HOUR_MS },
].map((range) => ({
  range,
  narrowed: {
    kind: oneOf([null, null, 1]),
    queueId: oneOf<Id | null>([null, null, QUEUES[0]]),
    agentId: oneOf([null, null, 'ben']),
  },
}));

describe('sums of decisions', () => {
  it('say of any hours what the decisions in them say, in whole days and at both ends of them', async () => {
    for (const { range, narrowed } of ranges) {
      const scope = { environmentId: place.environmentId, ...narrowed };
      const stepMs = oneOf([HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS]);
      const { groups, times, bars } = await test.database.readTenant(place.tenantId, async (trx) => ({
        groups: await readDecisionGroups(trx, scope, range),
        times: await readDecisionTimes(trx, scope, range),
        bars: await readDecisionBars(trx, scope, range, stepMs),
      }));
      const counted = countedIn(scope, range);
      expect(
        byKey(groups.map((g) => [[g.queueId, g.agentId, g.source, g.decision, g.caseAction, g.reason], g.cases])),
      ).toEqual(
        byKey(
          grouped(counted, (row) => [
            row.queueId,
            agentOf(row),
            row.source,
            row.decision,
            row.caseAction,
            row.reason,
          ]).map(([key, same]) => [key, same.length]),
        ),
      );
      expect(
        byKey(
          times.map((row) => [
            [row.queueId, row.agentId],
            [trimmed(row.waited), trimmed(row.handled)],
          ]),
        ),
      ).toEqual(
        byKey(
          grouped(
            counted.filter(({ source }) => source !== 'TimeOut'),
            (row) => [row.queueId, agentOf(row)],
          ).map(([key, same]) => [
            key,
            [histogramOf(same, ({ waitedMs }) => waitedMs), histogramOf(same, ({ handledMs }) => handledMs)],
          ]),
        ),
      );
      expect(byKey(bars.map((bar) => [[bar.bucket, bar.source, bar.caseAction], bar.cases]))).toEqual(
        byKey(
          grouped(counted, (row) => [Math.floor((row.atMs - range.fromMs) / stepMs), row.source, row.caseAction]).map(
            ([key, same]) => [key, same.length],
          ),
        ),
      );
    }
  });

  it('lead to the decisions behind them, newest first and page by page', async () => {
    const figures = {
      decided: ({ source }: Decision) => source !== 'TimeOut',
      timedOut: ({ source }: Decision) => source === 'TimeOut',
      approved: ({ caseAction }: Decision) => caseAction === 'Approve',
    } as const;
    for (const { range, narrowed } of ranges.slice(-12)) {
      const scope = { environmentId: place.environmentId, ...narrowed };
      const figure = oneOf(['decided', 'timedOut', 'approved'] as const);
      const [decision, reason] = [oneOf([null, 'Approve']), oneOf([null, 'Stolen card'])];
      const query = { figure, decision, reason, otherAgentId: null, nowMs: START_MS, limit: 5 };
      const listed: string[] = [];
      let after: ReportedCasesCursor | null = null;
      do {
        const asked: ReportedCasesQuery = { ...query, after };
        const page = await test.database.readTenant(place.tenantId, (trx) =>
          listReportedCases(trx, scope, range, asked),
        );
        listed.push(...page.cases.map(({ eventId }) => eventId));
        after = page.next;
      } while (after !== null);
      expect(listed).toEqual(
        countedIn(scope, range)
          .filter(figures[figure])
          .filter((each) => decision === null || each.decision === decision)
          .filter((each) => reason === null || each.reason === reason)
          .toSorted((a, b) => b.atMs - a.atMs)
          .map(({ eventId }) => eventId),
      );
    }
  });

  it('say how many cases were decided in each hour', async () => {
    for (const { range, narrowed } of ranges) {
      const scope = { environmentId: place.environmentId, ...narrowed, agentId: null };
      const { hours } = await test.database.readTenant(place.tenantId, (trx) => readCaseHours(trx, scope, range));
      const counted = grouped(countedIn(scope, range), ({ atMs }) => [Math.floor(atMs / HOUR_MS) * HOUR_MS]);
      expect(byKey(hours.map(({ fromMs, decided }) => [[fromMs], decided]))).toEqual(
        byKey(counted.map(([key, same]) => [key, same.length])),
      );
    }
  });

  it('say how long agents took today', async () => {
    const since = new Date(START_MS + 5 * DAY_MS + 3 * HOUR_MS);
    const read = await test.database.readTenant(place.tenantId, (trx) =>
      readAgentsToday(trx, [place.environmentId], since),
    );
    const everything = { environmentId: place.environmentId, kind: null, queueId: null, agentId: null };
    const counted = countedIn(everything, { fromMs: since.getTime(), toMs: START_MS + DAYS * DAY_MS });
    const byAgent = grouped(
      counted.filter(({ source }) => source !== 'TimeOut'),
      ({ actorId }) => [actorId],
    );
    expect(byKey(read.map((row) => [[row.agentId], [row.agent, row.cases, trimmed(row.handled)]]))).toEqual(
      byKey(
        byAgent.map(([key, same]) => [
          key,
          [String(key).toUpperCase(), same.length, histogramOf(same, ({ handledMs }) => handledMs)],
        ]),
      ),
    );
  });
});
