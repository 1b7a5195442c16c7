import type { CaseSummary, EventDetail, LinkCounts, ResponseOf, getLinkSummary } from '@redoubt/contracts';
import { DEFAULT_CASE_CONFIGURATION } from '@redoubt/domain';
import type { CaseDetail } from '../../../shared/cases/cases.queries.ts';
import { TEST_ENVIRONMENT_ID } from '../../../testing/render-console.tsx';

const guid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const TEST_QUEUE = {
  id: guid(900),
  name: 'High amount',
  sequence: 'Unrestricted',
  orderBy: 'expectedLoss',
  direction: 'desc',
  timeoutMs: 14_400_000,
  defaultDecision: 'Reject',
  paused: false,
} as const;

/** A case that waits, changed where a test says so. */
export const testCase = (n: number, change: Partial<CaseSummary> = {}): CaseSummary => ({
  id: guid(n),
  environmentId: TEST_ENVIRONMENT_ID,
  eventType: 'purchase',
  eventId: `pur-${n}`,
  queueId: TEST_QUEUE.id,
  queue: TEST_QUEUE.name,
  state: 'Pending',
  eventTime: '2026-11-20T12:44:57.000Z',
  receivedAt: '2026-11-20T12:44:57.000Z',
  settlesAt: '2026-11-20T12:49:57.000Z',
  dueAt: new Date(Date.now() + 3_600_000).toISOString(),
  amount: 1000 + n,
  currency: 'EUR',
  riskScore: 742,
  expectedLoss: 742 + n,
  orderValue: null,
  rule: 'Purchases',
  clause: 'New device, high amount',
  reason: 'NEW-DEVICE',
  routedRule: null,
  routedClause: null,
  lease: null,
  onHoldUntil: null,
  escalated: false,
  assignee: null,
  endedAt: null,
  decision: null,
  lastAgent: null,
  version: 1,
  ...change,
});

/** The lease of a case that the reader took a moment ago. */
export const ownLease = (leftMs = 1_800_000): Pick<CaseSummary, 'state' | 'lease'> => ({
  state: 'InReview',
  lease: {
    agentId: 'u-1',
    agent: 'Ines Holm',
    since: new Date(Date.now() - 60_000).toISOString(),
    until: new Date(Date.now() + leftMs).toISOString(),
    extensions: 0,
    own: true,
  },
});

const DECISIONS = DEFAULT_CASE_CONFIGURATION.decisions.map(({ code: _code, reasons, ...option }) => ({
  ...option,
  reasons: [...reasons],
}));

/** What the server says of who reads, and when. */
const reader = () => ({
  canReview: true,
  canManage: false,
  canBlock: ['email' as const, 'deviceId' as const],
  asOf: new Date().toISOString(),
});

/** What the server answers about a case. */
export const testCaseDetail = (of: CaseSummary, change: Partial<CaseDetail> = {}): CaseDetail => ({
  case: of,
  queue: TEST_QUEUE,
  decisions: DECISIONS,
  consequences: [],
  lost: null,
  ...reader(),
  ...change,
});

/** What the server answers about the cases of the queue. */
export const testCaseList = (cases: readonly CaseSummary[], change: object = {}): object => ({
  queue: TEST_QUEUE,
  decisions: [{ assessment: 'purchase', options: DECISIONS }],
  cases: cases.map((each) => ({ ...each, customer: `Customer of ${each.eventId}` })),
  total: cases.length,
  nextCursor: null,
  ...reader(),
  ...change,
});

/** The event of a case. */
export const testEvent = (of: CaseSummary): EventDetail => ({
  lookedUp: [],
  calls: [],
  actions: [],
  environmentId: of.environmentId,
  environmentName: 'Production',
  environmentPath: ['Production'],
  eventType: of.eventType,
  assessment: 'purchase',
  assessmentName: null,
  eventId: of.eventId,
  correlationId: guid(901),
  eventTime: of.eventTime,
  receivedAt: of.receivedAt,
  historical: false,
  position: 7,
  decision: 'Review',
  reason: of.reason,
  supportMessage: null,
  control: null,
  challengeType: null,
  rule: { id: guid(902), name: 'Purchases', version: 14, environmentId: of.environmentId },
  clause: of.clause,
  outputs: {},
  riskScore: of.riskScore,
  engineUs: 300,
  fraudLabel: 'None',
  status: null,
  velocities: [],
  routing: null,
  trace: [],
  related: [],
  request: {
    totalAmount: of.amount,
    currency: of.currency,
    user: { firstName: 'Nadia', lastName: `Ferrant ${of.eventId}`, email: 'nadia@mailbox.example' },
  },
  response: {},
  planId: 'p-1',
  case: 'there',
  masked: null,
});

const linkCounts = (events: number, counts: Partial<LinkCounts> = {}): LinkCounts => ({
  events,
  waiting: 0,
  good: 0,
  bad: 0,
  amounts: events === 0 ? [] : [{ currency: 'EUR', amount: 100 * events }],
  ...counts,
});

/** What the server answers about events that share values with one. */
export const testLinkSummary = (): ResponseOf<typeof getLinkSummary> => ({
  all: linkCounts(4, { waiting: 1, good: 1, bad: 2 }),
  attributes: [
    { attribute: 'email', values: ['nora@mail.example'], ...linkCounts(0) },
    { attribute: 'deviceId', values: ['d-1'], ...linkCounts(4, { waiting: 1, good: 1, bad: 2 }) },
    { attribute: 'own:customData.voucher', values: ['SPRING'], ...linkCounts(1, { good: 1 }) },
  ],
});
