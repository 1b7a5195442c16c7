import { DAY_MS, HOUR_MS, newId, type Id } from '@redoubt/kernel';
import { createCasePlace, seededChoices, type CasePlace } from '@redoubt/testing/casework';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, expect, it } from 'vitest';
import { countLabelledCases, countReopenedCases } from './case-report.read-model.ts';
import type { CaseReportRange, CaseReportScope } from './report-scope.ts';
import { listReportedCases, type ReportedCasesCursor, type ReportedCasesQuery } from './reported-cases.read-model.ts';

const test = useDatabase();
const START_MS = Date.UTC(2026, 9, 20);
const DAYS = 8;

const { below, oneOf } = seededChoices(5);
const QUEUES = [newId(), newId()] as const;

/** Cases with up to three labels, some under one stamp, some of manual review; some were opened again, decided, and undone. */
const cases = Array.from({ length: 400 }, (_, index) => {
  const decision = oneOf(['Approve', 'Reject']);
  return {
    eventId: `p-${String(index).padStart(3, '0')}`,
    queueId: oneOf<Id>([...QUEUES]),
    agentId: oneOf(['ana', 'ben', '']),
    atMs: START_MS + below(DAYS * DAY_MS),
    decision,
    labels: Array.from({ length: below(4) }, () => ({
      verdict: oneOf(['Fraud', 'NonFraud', null]),
      stamp: String(below(3)),
    })),
    since: Array.from({ length: below(3) }, () => ({
      decision: oneOf(['Approve', 'Reject']),
      isUndone: below(3) === 0,
    })),
    isReopened: below(2) === 0,
  };
});
type Case = (typeof cases)[number];

let place: CasePlace;

const insert = (table: string, rows: readonly object[]) => {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  return test.asAdmin(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
};

const entriesOf = ({ queueId, agentId, atMs, decision, since }: Case) => {
  const source = agentId === '' ? 'TimeOut' : 'Agent';
  const reopened = { queueId, agentId, agent: agentId, source, decision, reason: 'Looked again' };
  const entry = (action: string, body: object) => ({ action, body });
  return [
    entry('reopen', { reopened }),
    ...since.flatMap((each) => [
      entry('decide', { verdict: { decision: each.decision } }),
      ...(each.isUndone ? [entry('undo', {})] : []),
    ]),
  ].map((each, index) => ({ ...each, at: new Date(atMs + index), number: index + 2 }));
};

beforeAll(async () => {
  place = await createCasePlace(test.database);
  const environment = { tenant_id: place.tenantId, environment_id: place.environmentId };
  await insert(
    'review_case',
    cases.map(({ eventId, queueId, agentId, atMs, decision }, position) => {
      const at = new Date(atMs);
      return {
        ...environment,
        kind: 1,
        event_id: eventId,
        case_id: newId(),
        position,
        event_time: at,
        received_at: at,
        queue_id: queueId,
        settles_at: at,
        due_at: at,
        lease_extensions: 0,
        escalated: false,
        version: 1,
        order_path: '',
        outcome: 'Decided',
        ended_at: at,
        decision,
        case_action: decision,
        decision_source: agentId === '' ? 'TimeOut' : 'Agent',
        decided_by_id: agentId,
        decided_by: agentId,
      };
    }),
  );
  await insert(
    'related_event',
    cases.flatMap(({ eventId, labels, atMs }) =>
      labels.map(({ verdict, stamp }, index) => ({
        ...environment,
        subject_kind: 1,
        subject_id: eventId,
        kind: 4,
        related_id: `l-${index}`,
        body: {},
        stamps: {},
        received_at: new Date(atMs),
        event_time: new Date(atMs),
        position: index,
        label_verdict: verdict,
        label_stamp: verdict && stamp,
      })),
    ),
  );
  await insert(
    'case_entry',
    cases
      .filter(({ isReopened }) => isReopened)
      .flatMap((each) =>
        entriesOf(each).map((entry) => ({
          ...environment,
          kind: 1,
          event_id: each.eventId,
          actor_id: 'cem',
          actor: 'Cem',
          source: 'Agent',
          ...entry,
        })),
      ),
  );
});

const labelOf = ({ labels }: Case): string | undefined =>
  labels
    .filter(({ verdict }) => verdict !== null)
    .toSorted((a, b) => (a.stamp === b.stamp ? (a.verdict === 'Fraud' ? -1 : 1) : a.stamp < b.stamp ? 1 : -1))[0]
    ?.verdict ?? undefined;
const contradicts = (each: Case): boolean => labelOf(each) === (each.decision === 'Approve' ? 'Fraud' : 'NonFraud');
const isOverturned = ({ isReopened, since, decision }: Case): boolean => {
  const later = since.find(({ isUndone }) => !isUndone);
  return isReopened && later !== undefined && later.decision !== decision;
};

const RANGES = [
  { fromMs: START_MS + 4 * DAY_MS, toMs: START_MS + 7 * DAY_MS },
  { fromMs: START_MS + DAY_MS, toMs: START_MS + 4 * DAY_MS - 5 * HOUR_MS },
] as const satisfies readonly CaseReportRange[];

const SCOPES = [
  { kind: null, queueId: null, agentId: null },
  { kind: 1, queueId: QUEUES[0], agentId: null },
  { kind: null, queueId: null, agentId: 'ben' },
];

const countedIn = ({ queueId, agentId }: Omit<CaseReportScope, 'environmentId'>, { fromMs, toMs }: CaseReportRange) =>
  cases.filter(
    (each) =>
      each.atMs >= fromMs &&
      each.atMs < toMs &&
      (queueId === null || each.queueId === queueId) &&
      (agentId === null || each.agentId === agentId),
  );

it.each(SCOPES)('counts what came of decisions since, range by range, as each case says it: %o', async (narrowed) => {
  const scope: CaseReportScope = { environmentId: place.environmentId, ...narrowed };
  const { labelled, reopened } = await test.database.readTenant(place.tenantId, async (trx) => ({
    labelled: await countLabelledCases(trx, scope, RANGES),
    reopened: await countReopenedCases(trx, scope, RANGES),
  }));
  for (const [range, bounds] of RANGES.entries()) {
    const own = countedIn(narrowed, bounds);
    expect(own.some(contradicts) && own.some(isOverturned)).toBe(true);
    for (const queueId of QUEUES) {
      for (const agentId of ['ana', 'ben', '']) {
        const same = own.filter((each) => each.queueId === queueId && each.agentId === agentId);
        const of = (row: { readonly range: number; readonly queueId: Id; readonly agentId: string }) =>
          row.range === range && row.queueId === queueId && row.agentId === agentId;
        const said = labelled.find(of) ?? { approvedFraud: 0, rejectedGood: 0 };
        expect([said.approvedFraud, said.rejectedGood]).toEqual(
          ['Approve', 'Reject'].map(
            (decision) => same.filter((each) => each.decision === decision && contradicts(each)).length,
          ),
        );
        const again = reopened.find(of) ?? { reopened: 0, overturned: 0 };
        expect([again.reopened, again.overturned]).toEqual([
          same.filter(({ isReopened }) => isReopened).length,
          same.filter(isOverturned).length,
        ]);
      }
    }
  }
});

it.each(SCOPES)('lists the same cases, newest first and page by page: %o', async (narrowed) => {
  const scope: CaseReportScope = { environmentId: place.environmentId, ...narrowed };
  const nothing = { decision: null, reason: null, otherAgentId: null, nowMs: START_MS };
  const wanted = {
    overturned: isOverturned,
    approvedFraud: (each: Case) => each.decision === 'Approve' && contradicts(each),
    rejectedGood: (each: Case) => each.decision === 'Reject' && contradicts(each),
  } as const;
  for (const figure of ['overturned', 'approvedFraud', 'rejectedGood'] as const) {
    const listed: string[] = [];
    let after: ReportedCasesCursor | null = null;
    do {
      const query: ReportedCasesQuery = { ...nothing, figure, after, limit: 7 };
      const page = await test.database.readTenant(place.tenantId, (trx) =>
        listReportedCases(trx, scope, RANGES[0], query),
      );
      listed.push(...page.cases.map(({ eventId }) => eventId));
      after = page.next;
    } while (after !== null);
    expect(listed).toEqual(
      countedIn(narrowed, RANGES[0])
        .filter(wanted[figure])
        .toSorted((a, b) => b.atMs - a.atMs)
        .map(({ eventId }) => eventId),
    );
  }
});
