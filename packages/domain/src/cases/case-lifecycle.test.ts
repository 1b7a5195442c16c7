import { HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  caseStateAt,
  caseStep,
  leaseAt,
  LEASE_MS,
  openCase,
  UNDO_MS,
  type CaseAction,
  type CaseRecord,
  type CaseState,
} from './case-lifecycle.ts';

const HOLD_MS = 5 * MINUTE_MS;
const TIMEOUT_MS = 24 * HOUR_MS;
const opened = openCase('cards', 0, { holdMs: HOLD_MS, timeoutMs: TIMEOUT_MS });

const MARA = 'mara';
const TOMAS = 'tomas';

/** The record after actions that are all allowed, each at its time. */
const after = (...actions: readonly (readonly [atMs: number, action: CaseAction])[]): CaseRecord =>
  actions.reduce((record, [atMs, action]) => {
    const step = caseStep(record, action, atMs);
    if ('refusal' in step) throw new Error(`${action.kind} is refused: ${step.refusal}`);
    return step.record;
  }, opened);

const lease = { kind: 'lease', agentId: MARA } as const;
const decide = { kind: 'decide', agentId: MARA, inBulk: false } as const;
const undo = { kind: 'undo', agentId: MARA, lease: null, onHoldUntilMs: null, escalated: false, second: null } as const;
const inBulk = { kind: 'decide', agentId: TOMAS, inBulk: true } as const;
const CANCEL: CaseAction = { kind: 'cancel', cause: 'assessmentWithoutCases' };
const HELD: CaseAction = { kind: 'hold', agentId: MARA, untilMs: 3 * HOUR_MS };
const ESCALATED: CaseAction = { kind: 'escalate', agentId: MARA, timeoutMs: TIMEOUT_MS };

/** A case in each state, and the moment it is looked at. */
const CASES: Readonly<Record<CaseState, readonly [record: CaseRecord, nowMs: number]>> = {
  Holding: [opened, 0],
  Pending: [opened, HOLD_MS],
  InReview: [after([HOLD_MS, lease]), HOLD_MS + MINUTE_MS],
  OnHold: [after([HOLD_MS, lease], [HOUR_MS / 4, HELD]), HOUR_MS],
  Escalated: [after([HOLD_MS, lease], [HOUR_MS / 4, ESCALATED]), HOUR_MS],
  Decided: [after([HOLD_MS, lease], [HOUR_MS / 4, decide]), HOUR_MS],
  TimedOut: [after([HOLD_MS + TIMEOUT_MS, { kind: 'timeOut' }]), 2 * TIMEOUT_MS],
  Cancelled: [after([0, CANCEL]), HOUR_MS],
};

const ACTIONS: readonly CaseAction[] = [
  lease,
  { kind: 'extend', agentId: MARA },
  { kind: 'sendBack', agentId: MARA },
  { kind: 'release' },
  { kind: 'assign', byId: 'root', assignee: { id: TOMAS, name: 'Tomas Berg' } },
  { kind: 'move', queueId: 'large', timeoutMs: HOUR_MS },
  { kind: 'hold', agentId: MARA, untilMs: 9 * HOUR_MS },
  ESCALATED,
  { kind: 'return', timeoutMs: TIMEOUT_MS },
  decide,
  inBulk,
  { kind: 'timeOut' },
  CANCEL,
  undo,
  { kind: 'reopen', timeoutMs: TIMEOUT_MS },
];

const outcomeOf = ([record, nowMs]: readonly [CaseRecord, number], action: CaseAction): string => {
  const step = caseStep(record, action, nowMs);
  return 'refusal' in step ? step.refusal : caseStateAt(step.record, nowMs);
};

describe('the state of a case', () => {
  it.each(Object.entries(CASES))('%s follows from its record and the time', (state, [record, nowMs]) => {
    expect(caseStateAt(record, nowMs)).toBe(state);
  });

  it('is Pending again by time alone, after a hold, a lease and a pause', () => {
    expect(caseStateAt(opened, HOLD_MS)).toBe('Pending');
    expect(caseStateAt(CASES.InReview[0], HOLD_MS + LEASE_MS)).toBe('Pending');
    expect(caseStateAt(CASES.OnHold[0], 3 * HOUR_MS)).toBe('Pending');
  });

  it('changes as the table of transitions says, from every state by every action', () => {
    const nameOf = (action: CaseAction): string => (action === inBulk ? 'decideInBulk' : action.kind);
    const table = Object.entries(CASES).map(([state, at]) => {
      const byOutcome = Object.groupBy(ACTIONS, (action) => outcomeOf(at, action));
      const outcomes = Object.entries(byOutcome).map(
        ([outcome, actions = []]) => `${outcome}: ${actions.map(nameOf).join(' ')}`,
      );
      return `${state} | ${outcomes.join(' | ')}`;
    });
    expect(table).toMatchInlineSnapshot(`
      [
        "Holding | settling: lease extend sendBack release assign hold escalate return decide decideInBulk timeOut undo reopen | Holding: move | Cancelled: cancel",
        "Pending | InReview: lease | notLeased: extend sendBack release hold escalate decide | Pending: assign move | notEscalated: return | Decided: decideInBulk | notDue: timeOut | Cancelled: cancel | open: undo reopen",
        "InReview | InReview: lease extend | Pending: sendBack release | leased: assign move timeOut | OnHold: hold | Escalated: escalate | notEscalated: return | Decided: decide decideInBulk | Cancelled: cancel | open: undo reopen",
        "OnHold | onHold: lease | notLeased: extend sendBack release hold escalate decide | OnHold: assign move | notEscalated: return | Decided: decideInBulk | notDue: timeOut | Cancelled: cancel | open: undo reopen",
        "Escalated | InReview: lease | notLeased: extend sendBack release hold escalate decide | Escalated: assign move | Pending: return | Decided: decideInBulk | notDue: timeOut | Cancelled: cancel | open: undo reopen",
        "Decided | ended: lease extend sendBack release assign move hold escalate return decide decideInBulk timeOut cancel | tooLate: undo | Pending: reopen",
        "TimedOut | ended: lease extend sendBack release assign move hold escalate return decide decideInBulk timeOut cancel undo | Pending: reopen",
        "Cancelled | ended: lease extend sendBack release assign move hold escalate return decide decideInBulk timeOut cancel undo reopen",
      ]
    `);
  });
});

describe('a lease', () => {
  it('belongs to one agent, until it is over', () => {
    const [record] = CASES.InReview;
    const other: CaseAction = { kind: 'lease', agentId: TOMAS };
    expect(caseStep(record, other, HOLD_MS + 1)).toEqual({ refusal: 'leased' });
    const taken = after([HOLD_MS, lease], [HOLD_MS + LEASE_MS, other]);
    expect(leaseAt(taken, HOLD_MS + LEASE_MS)).toMatchObject({ agentId: TOMAS, extensions: 0 });
    expect(caseStep(taken, decide, HOLD_MS + LEASE_MS + 1)).toEqual({ refusal: 'notLeased' });
  });

  it('is prolonged by half an hour from the moment it is extended', () => {
    const atMs = HOLD_MS + 28 * MINUTE_MS;
    const extended = after([HOLD_MS, lease], [atMs, { kind: 'extend', agentId: MARA }]);
    expect(leaseAt(extended, atMs)).toMatchObject({ untilMs: atMs + LEASE_MS, extensions: 1 });
  });

  it('is finished before a time-out applies', () => {
    const atMs = HOLD_MS + TIMEOUT_MS - MINUTE_MS;
    const taken = after([atMs, lease]);
    expect(caseStep(taken, { kind: 'timeOut' }, atMs + 2 * MINUTE_MS)).toEqual({ refusal: 'leased' });
    expect(outcomeOf([taken, atMs + LEASE_MS], { kind: 'timeOut' })).toBe('TimedOut');
  });
});

describe('a case that is assigned', () => {
  const toTomas = { kind: 'assign', byId: MARA, assignee: { id: TOMAS, name: 'Tomas Berg' } } as const;
  const handedOn = after([HOLD_MS, lease], [2 * HOLD_MS, toTomas]);
  const byTomas: CaseAction = { kind: 'lease', agentId: TOMAS };

  it('leaves the hands of who assigns it and is taken by its agent alone', () => {
    expect(leaseAt(handedOn, 2 * HOLD_MS)).toBeNull();
    expect(caseStep(handedOn, lease, 3 * HOLD_MS)).toEqual({ refusal: 'assigned' });
    expect(outcomeOf([handedOn, 3 * HOLD_MS], byTomas)).toBe('InReview');
    expect(caseStep(CASES.InReview[0], { ...toTomas, byId: 'root' }, HOLD_MS + 1)).toEqual({ refusal: 'leased' });
  });

  it('stays with its agent after the lease, until it is sent back, moved, escalated or decided', () => {
    const taken = after([HOLD_MS, lease], [2 * HOLD_MS, toTomas], [3 * HOLD_MS, byTomas]);
    const overMs = 3 * HOLD_MS + LEASE_MS;
    expect(caseStep(taken, lease, overMs)).toEqual({ refusal: 'assigned' });
    const ends: readonly CaseAction[] = [
      { kind: 'sendBack', agentId: TOMAS },
      { kind: 'move', queueId: 'large', timeoutMs: HOUR_MS, byId: TOMAS },
      { kind: 'escalate', agentId: TOMAS, timeoutMs: HOUR_MS },
      { kind: 'decide', agentId: TOMAS, inBulk: false },
      { ...toTomas, byId: TOMAS, assignee: null },
    ];
    for (const action of ends)
      expect(caseStep(taken, action, 4 * HOLD_MS)).toMatchObject({ record: { assignee: null } });
  });

  it('is not assigned to the first of two people who decide', () => {
    const waiting = after([HOLD_MS, lease], [2 * HOLD_MS, { ...decide, kind: 'decideFirst' }]);
    const toMara: CaseAction = { ...toTomas, byId: TOMAS, assignee: { id: MARA, name: 'Mara' } };
    expect(caseStep(waiting, toMara, 3 * HOLD_MS)).toEqual({ refusal: 'ownFirst' });
  });
});

it('a pause stops the clock of the queue', () => {
  expect(CASES.OnHold[0].dueAtMs).toBe(opened.dueAtMs + 3 * HOUR_MS - HOUR_MS / 4);
});

it('a case that is opened again keeps its queue and gets a new deadline', () => {
  const reopened = after(
    [HOLD_MS, lease],
    [2 * HOLD_MS, decide],
    [2 * HOUR_MS, { kind: 'reopen', timeoutMs: HOUR_MS }],
  );
  expect(reopened).toEqual({ ...opened, settlesAtMs: 2 * HOUR_MS, dueAtMs: 3 * HOUR_MS });
});

it('a decision is taken back within ten seconds, and the case is where it was', () => {
  const [before] = CASES.InReview;
  const decided = after([HOLD_MS, lease], [HOLD_MS + MINUTE_MS, decide]);
  const takeBack = { ...undo, lease: before.lease };
  const untilMs = HOLD_MS + MINUTE_MS + UNDO_MS;
  expect(caseStep(decided, takeBack, untilMs)).toEqual({ record: before });
  expect(caseStep(decided, takeBack, untilMs + 1)).toEqual({ refusal: 'tooLate' });
});

describe('two people decide', () => {
  const first = { kind: 'decideFirst', agentId: MARA, inBulk: false } as const;
  const decidedMs = HOLD_MS + MINUTE_MS;
  const waiting = after([HOLD_MS, lease], [decidedMs, first]);

  it('and nothing is decided until the second one did', () => {
    expect(caseStateAt(waiting, decidedMs)).toBe('Pending');
    expect(waiting.second).toEqual({ state: 'Waiting', firstId: MARA, firstAtMs: decidedMs });
    expect(caseStep(waiting, lease, decidedMs + 1)).toEqual({ refusal: 'ownFirst' });
    expect(caseStep(waiting, { ...first, kind: 'decide', inBulk: true }, decidedMs + 1)).toEqual({
      refusal: 'ownFirst',
    });
    const other: CaseAction = { kind: 'lease', agentId: TOMAS };
    const second: CaseAction = { kind: 'decide', agentId: TOMAS, inBulk: false };
    const done = after([HOLD_MS, lease], [decidedMs, first], [decidedMs + 1, other], [decidedMs + 2, second]);
    expect(caseStateAt(done, decidedMs + 2)).toBe('Decided');
  });

  it('the first takes back until another one took the case', () => {
    const [before] = CASES.InReview;
    const takeBack = { ...undo, lease: before.lease };
    expect(caseStep(waiting, takeBack, decidedMs + UNDO_MS)).toEqual({ record: before });
    expect(caseStep(waiting, takeBack, decidedMs + UNDO_MS + 1)).toEqual({ refusal: 'tooLate' });
    const taken = after([HOLD_MS, lease], [decidedMs, first], [decidedMs + 1, { kind: 'lease', agentId: TOMAS }]);
    expect(caseStep(taken, takeBack, decidedMs + 2)).toEqual({ refusal: 'tooLate' });
  });

  it('those who manage settle what they decide differently', () => {
    const taken = after([HOLD_MS, lease], [decidedMs, first], [decidedMs + 1, { kind: 'lease', agentId: TOMAS }]);
    const step = caseStep(taken, { kind: 'disagree', agentId: TOMAS, inBulk: false, timeoutMs: HOUR_MS }, HOUR_MS / 2);
    expect(step).toMatchObject({
      record: { escalated: true, lease: null, second: { state: 'Disagreed' }, dueAtMs: 1.5 * HOUR_MS },
    });
  });
});

it('at every moment at most one agent has the case, and what has ended changes by re-opening alone', () => {
  const agent = fc.constantFrom(MARA, TOMAS);
  const action: fc.Arbitrary<CaseAction> = fc.oneof(
    fc.record({ kind: fc.constantFrom('lease', 'extend', 'sendBack'), agentId: agent }),
    fc.record({ kind: fc.constant('hold'), agentId: agent, untilMs: fc.nat(10 * HOUR_MS) }),
    fc.record({ kind: fc.constant('escalate'), agentId: agent, timeoutMs: fc.constant(TIMEOUT_MS) }),
    fc.record({ kind: fc.constantFrom('decide', 'decideFirst'), agentId: agent, inBulk: fc.boolean() }),
    fc.constantFrom<CaseAction>(
      { kind: 'release' },
      { kind: 'timeOut' },
      CANCEL,
      { kind: 'move', queueId: 'large', timeoutMs: HOUR_MS },
      { kind: 'return', timeoutMs: TIMEOUT_MS },
      { kind: 'reopen', timeoutMs: TIMEOUT_MS },
    ),
  ) as fc.Arbitrary<CaseAction>;
  const steps = fc.array(fc.tuple(fc.nat(2 * HOUR_MS), action), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (chosen) => {
      let record = opened;
      let nowMs = 0;
      for (const [waitMs, each] of chosen) {
        nowMs += waitMs;
        const holder = leaseAt(record, nowMs)?.agentId;
        const before = caseStateAt(record, nowMs);
        const step = caseStep(record, each, nowMs);
        if ('refusal' in step) continue;
        if (record.outcome) expect(each.kind).toBe('reopen');
        if (each.kind === 'lease' && holder !== undefined) expect(each.agentId).toBe(holder);
        if ((each.kind === 'decide' || each.kind === 'decideFirst') && !each.inBulk) expect(holder).toBe(each.agentId);
        if (each.kind === 'decide') expect(record.second?.firstId).not.toBe(each.agentId);
        if (before === 'Holding') expect(['cancel', 'move']).toContain(each.kind);
        record = step.record;
        expect(record.dueAtMs).toBeGreaterThanOrEqual(opened.settlesAtMs);
      }
    }),
  );
});
