import { MINUTE_MS, SECOND_MS } from '@redoubt/kernel';

/** States of a case; `docs/reference/deciding.md#cases` has the table of transitions. */
export const CASE_STATES = [
  'Holding',
  'Pending',
  'InReview',
  'OnHold',
  'Escalated',
  'Decided',
  'TimedOut',
  'Cancelled',
] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** How long an agent has a case for, and by how much each extension prolongs that. */
export const LEASE_MS = 30 * MINUTE_MS;

/** How long the agent who decided can take the decision back; nothing that it causes is sent before. */
export const UNDO_MS = 10 * SECOND_MS;

/** Who decided: an agent on its page or with others at once, a time-out, a program. */
export const DECISION_SOURCES = ['Agent', 'Bulk', 'TimeOut', 'Api'] as const;
export type DecisionSource = (typeof DECISION_SOURCES)[number];

/** Through what something happened to a case; `Log` is an event that cancelled it. */
export const ENTRY_SOURCES = [...DECISION_SOURCES, 'Manager', 'Log'] as const;
export type EntrySource = (typeof ENTRY_SOURCES)[number];

/** What a decision sends, in the order in which it is sent. */
export const CONSEQUENCE_STEPS = ['status', 'label', 'action', 'block'] as const;
export type ConsequenceStep = (typeof CONSEQUENCE_STEPS)[number];

/** Longest note of a decision, and longest reason of what an agent does. */
export const MAX_CASE_NOTE = 4000;
export const MAX_CASE_REASON = 300;

/** A case in the hands of one agent. It is over at `untilMs` without a write. */
export type Lease = {
  readonly agentId: string;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly extensions: number;
};

/**
 * A case that was decided once and is decided again by a second person, without knowing of the first decision. `Disagreed`:
 * both decided, not the same, and those who manage queues settle it.
 */
export type SecondReview = {
  readonly state: 'Waiting' | 'Disagreed';
  /** Who decided first, and does not take the case again. */
  readonly firstId: string;
  readonly firstAtMs: number;
};

/** Who is to review a case; others do not take it. */
export type CaseAssignee = { readonly id: string; readonly name: string };

/** What ended a case. */
export type CaseOutcome = { readonly kind: 'Decided' | 'TimedOut' | 'Cancelled'; readonly atMs: number };

/** What is stored of a case. Its state follows from this and the time: no write is needed where time alone moves it. */
export type CaseRecord = {
  readonly queueId: string;
  /** Until then the case settles: supplementary events still come in, and a status cancels it. */
  readonly settlesAtMs: number;
  /** From then on the default decision of its queue is due. */
  readonly dueAtMs: number;
  /** The last lease, also where it is over; null before the first, and after the agent let go of the case. */
  readonly lease: Lease | null;
  /** Until then the case waits for something; null where it does not. */
  readonly onHoldUntilMs: number | null;
  readonly escalated: boolean;
  /** Null where any agent of the queue takes it. */
  readonly assignee: CaseAssignee | null;
  /** Null where one person decides. */
  readonly second: SecondReview | null;
  readonly outcome: CaseOutcome | null;
};

/** What an undo brings back. */
export type BeforeDecision = Pick<CaseRecord, 'lease' | 'onHoldUntilMs' | 'escalated' | 'second'>;

/** Why a case is cancelled by the product itself: its assessment was deleted, or its case management switched off. */
export const CANCEL_CAUSES = ['assessmentWithoutCases'] as const;
export type CancelCause = (typeof CANCEL_CAUSES)[number];

/** What happens to a case. `agentId` is the directory id of a person, or the client id of an application. */
export type CaseAction =
  /** The first entry of a case that a person sent to review, and that follows from no decision of rules. */
  | { readonly kind: 'send'; readonly queueId: string; readonly timeoutMs: number }
  | { readonly kind: 'lease' | 'extend' | 'sendBack'; readonly agentId: string }
  | { readonly kind: 'release' }
  /** By a person who may have the case in review; null gives it back to all agents of its queue. */
  | { readonly kind: 'assign'; readonly byId: string; readonly assignee: CaseAssignee | null }
  /** A case in review is moved only by the person who has it. */
  | { readonly kind: 'move'; readonly queueId: string; readonly timeoutMs: number; readonly byId?: string }
  | { readonly kind: 'hold'; readonly agentId: string; readonly untilMs: number }
  | { readonly kind: 'escalate'; readonly agentId: string; readonly timeoutMs: number }
  | { readonly kind: 'return'; readonly timeoutMs: number }
  /** By the agent who has the case, or `inBulk` by an agent who does not. */
  | { readonly kind: 'decide'; readonly agentId: string; readonly inBulk: boolean }
  /** The same where a second person decides as well: nothing follows from it yet. */
  | { readonly kind: 'decideFirst'; readonly agentId: string; readonly inBulk: boolean }
  /** The second decision, where it is another one than the first. */
  | { readonly kind: 'disagree'; readonly agentId: string; readonly inBulk: boolean; readonly timeoutMs: number }
  | { readonly kind: 'timeOut' }
  | { readonly kind: 'cancel'; readonly cause: CancelCause }
  /** By the agent who decided; with what the case had before its decision. */
  | ({ readonly kind: 'undo'; readonly agentId: string } & BeforeDecision)
  | { readonly kind: 'reopen'; readonly timeoutMs: number };

/** Why a case does not change. */
export type CaseRefusal =
  | 'settling'
  | 'leased'
  | 'notLeased'
  | 'onHold'
  | 'ownFirst'
  | 'assigned'
  | 'notEscalated'
  | 'notDue'
  | 'ended'
  | 'open'
  | 'tooLate';

type Step = { readonly record: CaseRecord } | { readonly refusal: CaseRefusal };

/** The lease that holds at a moment. */
export const leaseAt = ({ lease, outcome }: Pick<CaseRecord, 'lease' | 'outcome'>, nowMs: number): Lease | null =>
  outcome === null && lease !== null && lease.untilMs > nowMs ? lease : null;

/** The state of a case at a moment. */
export const caseStateAt = (record: CaseRecord, nowMs: number): CaseState => {
  if (record.outcome) return record.outcome.kind;
  if (record.settlesAtMs > nowMs) return 'Holding';
  if (leaseAt(record, nowMs)) return 'InReview';
  if (record.onHoldUntilMs !== null && record.onHoldUntilMs > nowMs) return 'OnHold';
  return record.escalated ? 'Escalated' : 'Pending';
};

/** A case that an assessment sent to a queue. @param holdMs how long it settles before agents see it. */
export const openCase = (
  queueId: string,
  atMs: number,
  { holdMs, timeoutMs }: { readonly holdMs: number; readonly timeoutMs: number },
): CaseRecord => ({
  queueId,
  settlesAtMs: atMs + holdMs,
  dueAtMs: atMs + holdMs + timeoutMs,
  lease: null,
  onHoldUntilMs: null,
  escalated: false,
  assignee: null,
  second: null,
  outcome: null,
});

const ended = (record: CaseRecord, kind: CaseOutcome['kind'], atMs: number): CaseRecord => ({
  ...record,
  lease: null,
  onHoldUntilMs: null,
  escalated: false,
  assignee: null,
  outcome: { kind, atMs },
});

/** Out of the hands of its agent; a deadline that passed meanwhile is due at once. */
const released = (record: CaseRecord): CaseRecord => ({ ...record, lease: null });

/** The members of an undo that are the case's. */
const restored = ({ lease, onHoldUntilMs, escalated, second }: BeforeDecision): BeforeDecision => ({
  lease,
  onHoldUntilMs,
  escalated,
  second,
});

type Handlers = {
  readonly [Kind in CaseAction['kind']]: (
    record: CaseRecord,
    action: Extract<CaseAction, { readonly kind: Kind }>,
    nowMs: number,
  ) => CaseRecord | CaseRefusal;
};

/** The agent's own lease, which extending, sending back, holding, escalating and deciding need. */
const ownLease = (record: CaseRecord, agentId: string, nowMs: number): Lease | null => {
  const lease = leaseAt(record, nowMs);
  return lease?.agentId === agentId ? lease : null;
};

const withOwnLease =
  <Action extends { readonly agentId: string }>(
    change: (record: CaseRecord, action: Action, nowMs: number, lease: Lease) => CaseRecord,
  ) =>
  (record: CaseRecord, action: Action, nowMs: number): CaseRecord | CaseRefusal => {
    const lease = ownLease(record, action.agentId, nowMs);
    return lease ? change(record, action, nowMs, lease) : 'notLeased';
  };

/** Whether this agent decided first, and another one decides next. */
export const isFirstOf = ({ second }: Pick<CaseRecord, 'second'>, agentId: string): boolean =>
  second?.state === 'Waiting' && second.firstId === agentId;

/** Whether a person other than this one has the case in review. */
const isWithOther = (record: CaseRecord, personId: string | undefined, nowMs: number): boolean => {
  const lease = leaseAt(record, nowMs);
  return lease !== null && lease.agentId !== personId;
};

type Deciding = { readonly agentId: string; readonly inBulk: boolean };

/** In bulk, a case in the hands of another agent is decided too: that agent is informed and cannot submit. */
const whyUndecidable = (record: CaseRecord, { agentId, inBulk }: Deciding, nowMs: number): CaseRefusal | null => {
  if (isFirstOf(record, agentId)) return 'ownFirst';
  return inBulk || ownLease(record, agentId, nowMs) ? null : 'notLeased';
};

const HANDLERS: Handlers = {
  send: (_record, { queueId, timeoutMs }, nowMs) => openCase(queueId, nowMs, { holdMs: 0, timeoutMs }),
  lease: (record, { agentId }, nowMs) => {
    if (isFirstOf(record, agentId)) return 'ownFirst';
    if (record.assignee !== null && record.assignee.id !== agentId) return 'assigned';
    const state = caseStateAt(record, nowMs);
    if (state === 'OnHold') return 'onHold';
    if (state === 'InReview') return ownLease(record, agentId, nowMs) ? record : 'leased';
    return { ...record, lease: { agentId, sinceMs: nowMs, untilMs: nowMs + LEASE_MS, extensions: 0 } };
  },
  extend: withOwnLease((record, _action, nowMs, lease) => ({
    ...record,
    lease: { ...lease, untilMs: nowMs + LEASE_MS, extensions: lease.extensions + 1 },
  })),
  sendBack: withOwnLease((record) => ({ ...released(record), assignee: null })),
  release: (record, _action, nowMs) => (leaseAt(record, nowMs) ? released(record) : 'notLeased'),
  assign: (record, { byId, assignee }, nowMs) => {
    if (isWithOther(record, byId, nowMs)) return 'leased';
    if (assignee !== null && isFirstOf(record, assignee.id)) return 'ownFirst';
    return { ...released(record), assignee };
  },
  move: (record, { queueId, timeoutMs, byId }, nowMs) =>
    isWithOther(record, byId, nowMs)
      ? 'leased'
      : { ...released(record), assignee: null, queueId, dueAtMs: Math.max(nowMs, record.settlesAtMs) + timeoutMs },
  hold: withOwnLease((record, { untilMs }, nowMs) => ({
    ...released(record),
    onHoldUntilMs: untilMs,
    // The clock of the queue stands still meanwhile.
    dueAtMs: Math.max(record.dueAtMs, nowMs) + Math.max(0, untilMs - nowMs),
  })),
  escalate: withOwnLease((record, { timeoutMs }, nowMs) => ({
    ...released(record),
    escalated: true,
    assignee: null,
    dueAtMs: nowMs + timeoutMs,
  })),
  return: (record, { timeoutMs }, nowMs) => {
    if (!record.escalated) return 'notEscalated';
    return leaseAt(record, nowMs) ? 'leased' : { ...released(record), escalated: false, dueAtMs: nowMs + timeoutMs };
  },
  decide: (record, action, nowMs) => whyUndecidable(record, action, nowMs) ?? ended(record, 'Decided', nowMs),
  decideFirst: (record, action, nowMs) =>
    whyUndecidable(record, action, nowMs) ?? {
      ...released(record),
      onHoldUntilMs: null,
      escalated: false,
      assignee: null,
      second: { state: 'Waiting', firstId: action.agentId, firstAtMs: nowMs },
    },
  disagree: (record, action, nowMs) =>
    whyUndecidable(record, action, nowMs) ?? {
      ...released(record),
      onHoldUntilMs: null,
      escalated: true,
      assignee: null,
      second: record.second && { ...record.second, state: 'Disagreed' },
      dueAtMs: nowMs + action.timeoutMs,
    },
  timeOut: (record, _action, nowMs) => {
    if (leaseAt(record, nowMs)) return 'leased';
    if (record.dueAtMs > nowMs) return 'notDue';
    return ended(record, 'TimedOut', nowMs);
  },
  cancel: (record, _action, nowMs) => ended(record, 'Cancelled', nowMs),
  undo: (record, { agentId, ...before }, nowMs) => {
    const { second } = record;
    if (second === null || !isFirstOf(record, agentId)) return 'open';
    return leaseAt(record, nowMs) || nowMs > second.firstAtMs + UNDO_MS
      ? 'tooLate'
      : { ...record, ...restored(before) };
  },
  reopen: () => 'open',
};

const afterOutcome = (record: CaseRecord, outcome: CaseOutcome, action: CaseAction, nowMs: number): Step => {
  if (action.kind === 'reopen' && outcome.kind !== 'Cancelled')
    return {
      record: { ...record, outcome: null, second: null, settlesAtMs: nowMs, dueAtMs: nowMs + action.timeoutMs },
    };
  if (action.kind === 'undo' && outcome.kind === 'Decided') {
    if (nowMs > outcome.atMs + UNDO_MS) return { refusal: 'tooLate' };
    return { record: { ...record, outcome: null, ...restored(action) } };
  }
  return { refusal: 'ended' };
};

/** Actions of a case that still settles: agents do not see it yet, but its queue may go. */
const WHILE_SETTLING: ReadonlySet<CaseAction['kind']> = new Set(['cancel', 'move']);

/**
 * What an action makes of a case, or why it is refused. The decisions of a case that is opened again stay on record;
 * the record only says what holds now.
 */
export const caseStep = (record: CaseRecord, action: CaseAction, nowMs: number): Step => {
  if (record.outcome) return afterOutcome(record, record.outcome, action, nowMs);
  if (record.settlesAtMs > nowMs && !WHILE_SETTLING.has(action.kind)) return { refusal: 'settling' };
  const handle = HANDLERS[action.kind] as (
    record: CaseRecord,
    action: CaseAction,
    nowMs: number,
  ) => CaseRecord | CaseRefusal;
  const next = handle(record, action, nowMs);
  return typeof next === 'string' ? { refusal: next } : { record: next };
};
