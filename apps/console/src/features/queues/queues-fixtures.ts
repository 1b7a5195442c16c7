import { TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';

export const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
export const GENERAL = '00000000-0000-0000-0000-000000000000';
const AT = '2026-11-23T10:00:00.000Z';

const queue = (change: object = {}) => ({
  id: ID,
  environment: { id: TEST_ENVIRONMENT_ID, name: 'Production' },
  system: false,
  name: 'High amount',
  description: 'Over 1,000 EUR',
  assessment: 'purchase',
  assessmentName: null,
  sequence: 'Unrestricted',
  orderBy: 'expectedLoss',
  direction: 'desc',
  timeoutMs: 14_400_000,
  defaultDecision: 'Reject',
  paused: false,
  assignees: [{ id: 'ManualReviewAnalyst', kind: 'group', name: 'ManualReviewAnalyst' }],
  mine: false,
  canView: true,
  canReview: true,
  counts: { pending: 41, inReview: 3, onHold: 0, escalated: 0, settling: 1 },
  oldestAt: '2026-11-23T07:00:00.000Z',
  nextDueAt: '2026-11-23T11:00:00.000Z',
  users: [],
  changed: { by: 'Mara', at: AT },
  version: '1',
  ...change,
});

const general = queue({
  id: GENERAL,
  system: true,
  name: 'General',
  assessment: null,
  timeoutMs: 86_400_000,
  defaultDecision: 'Approve',
  assignees: [],
  mine: true,
  changed: null,
});

const CHOICES = {
  assessments: [
    {
      assessment: 'purchase',
      name: null,
      decisions: [
        { name: 'Approve', caseAction: 'Approve' },
        { name: 'Reject', caseAction: 'Reject' },
      ],
      defaultDecision: 'Approve',
      attributes: ['totalAmount'],
    },
  ],
};

const SUMMARY = {
  pending: 45,
  inReview: 3,
  onHold: 2,
  escalated: 1,
  dueSoon: 7,
  secondDueSoon: 2,
  decidedToday: 116,
  timedOutToday: 4,
  agents: 5,
  backlog: [40, 61, 51].map((open, hour) => ({
    at: new Date(Date.UTC(2026, 10, 23, 8 + hour)).toISOString(),
    open,
    came: 30 - 10 * hour,
    ended: 10,
  })),
  queues: [{ environmentId: TEST_ENVIRONMENT_ID, queueId: ID, open: [30, 52, 45] }],
  at: AT,
};

const AGENTS = {
  hidesAgents: false,
  agents: [
    {
      agent: { key: 'mara', name: 'Mara Lindqvist', number: null },
      isReviewing: true,
      held: {
        environmentId: TEST_ENVIRONMENT_ID,
        eventType: 'purchase',
        eventId: 'pur-7',
        queueId: ID,
        amount: 1980,
        currency: 'EUR',
        since: AT,
        until: '2026-11-23T10:30:00.000Z',
      },
      decidedToday: 46,
      handledSeconds: 138,
    },
    {
      agent: { key: '2', name: null, number: 2 },
      isReviewing: true,
      held: null,
      decidedToday: 0,
      handledSeconds: null,
    },
  ],
  at: AT,
};

const THRESHOLD = {
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c99',
  measure: 'backlog',
  queueId: null,
  queue: null,
  days: null,
  silenceMinutes: 240,
  most: 40,
  createdBy: 'Mara',
  value: 51,
  checkedAt: AT,
  crossedAt: AT,
};

const ASSIGNEES = {
  assignees: [
    { id: 'ManualReviewAnalyst', kind: 'group', name: 'ManualReviewAnalyst', username: null },
    { id: 'tomas', kind: 'person', name: 'Tomas Berg', username: 'tomas@shop.example' },
  ],
};

export const nextCase = (id: string, customer: string, amount: number) => ({
  id,
  environmentId: TEST_ENVIRONMENT_ID,
  eventType: 'purchase',
  eventId: `pur-${id}`,
  queueId: ID,
  customer,
  amount,
  currency: 'EUR',
  expectedLoss: 1801.8,
  rule: null,
  clause: null,
  dueAt: '2026-11-23T10:58:00.000Z',
});

export const NEXT = {
  canReview: true,
  canManage: true,
  queue: {},
  decisions: [
    {
      assessment: 'purchase',
      options: [
        { name: 'Approve', caseAction: 'Approve', labelAction: 'None', reasons: ['Known'], sentiment: 'Positive' },
        { name: 'Reject', caseAction: 'Reject', labelAction: 'None', reasons: ['Stolen card'], sentiment: 'Negative' },
      ],
    },
  ],
  cases: [nextCase('c-1', 'Ruben Castellane', 2310), nextCase('c-2', 'Bea Lindholt', 90)],
  total: 41,
  nextCursor: null,
  asOf: AT,
};

const LEASE_OPEN = {
  type: 'urn:redoubt:error:CASE-LEASE-OPEN',
  title: 'CASE-LEASE-OPEN',
  status: 409,
  code: 'CASE-LEASE-OPEN',
  params: { caseId: 'c-9', eventId: 'pur-9', eventType: 'purchase', environmentId: 'shop', queueId: 'q-9' },
};

export const answering =
  (change: object = {}, canWrite = true, calls: string[] = []): Answer =>
  ({ method, path, body }) => {
    if (path.includes('/queuechoices')) return CHOICES;
    if (path.includes('/queueassignees')) return ASSIGNEES;
    if (path.includes('/case-report/thresholds')) return { thresholds: [THRESHOLD], canWrite };
    if (path.includes('/casework/agents')) return AGENTS;
    if (path.endsWith('/cases/decisions')) {
      calls.push(JSON.stringify(body));
      const done = { outcome: 'done', problem: null, takenFrom: null };
      return { results: ['c-1', 'c-2'].map((caseId) => ({ caseId, eventId: `pur-${caseId}`, ...done })) };
    }
    if (path.includes('/cases')) return NEXT;
    if (path.includes('/casework/usual')) return { hours: [] };
    if (path.includes('/casework/summary')) return SUMMARY;
    if (path.endsWith('/next')) {
      calls.push(`start ${path.split('/queues/')[1]} ${JSON.stringify(body)}`);
      return (body as { giveBack: boolean }).giveBack
        ? { case: null, asOf: AT }
        : Response.json(LEASE_OPEN, { status: 409 });
    }
    const after = path.split('/queues')[1] ?? '';
    if (method === 'GET')
      return { queues: [queue(change), general], own: 1, limit: 29, canWrite, canAssign: canWrite, at: AT };
    calls.push(`${method} ${after} ${JSON.stringify(body)}`);
    return method === 'DELETE' ? undefined : queue();
  };
