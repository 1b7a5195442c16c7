import type { CaseFigures, CaseReport } from '@redoubt/contracts';
import { GENERAL_QUEUE_ID } from '@redoubt/domain';

const FIGURES: CaseFigures = {
  decided: 8,
  timedOut: 2,
  approved: 4,
  rejected: 6,
  waited: { p50: 90, p90: 7200 },
  handled: { p50: 45, p90: 300 },
  reopened: 1,
  overturned: 1,
  approvedFraud: 1,
  rejectedGood: 3,
};
const NOTHING: CaseFigures = {
  decided: 0,
  timedOut: 0,
  approved: 0,
  rejected: 0,
  waited: null,
  handled: null,
  reopened: 0,
  overturned: 0,
  approvedFraud: 0,
  rejectedGood: 0,
};

const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2026, 10, 22, 10);

/** The report of a day with one queue and one agent. */
export const testReport = (change: Partial<CaseReport> = {}): CaseReport => ({
  asOf: '2026-11-23T09:30:00.000Z',
  from: new Date(FROM_MS).toISOString(),
  to: new Date(FROM_MS + 24 * HOUR_MS).toISOString(),
  stepMinutes: 60,
  hidesAgents: false,
  totals: { ...FIGURES, received: 14, cancelled: 1, withdrawn: 2 },
  previous: { ...NOTHING, received: 7, cancelled: 0, withdrawn: 0 },
  bars: Array.from({ length: 24 }, (_, index) => ({
    from: new Date(FROM_MS + index * HOUR_MS).toISOString(),
    received: index === 23 ? 14 : 0,
    cancelled: index === 23 ? 1 : 0,
    withdrawn: 0,
    approved: index === 23 ? 3 : 0,
    rejected: index === 23 ? 5 : 0,
    other: 0,
    timedOut: index === 0 ? 2 : 0,
    before: 1,
  })),
  queues: [
    {
      ...FIGURES,
      id: GENERAL_QUEUE_ID,
      name: 'General',
      received: 14,
      cancelled: 1,
      withdrawn: 0,
      waiting: 5,
      oldest: '2026-11-23T08:30:00.000Z',
    },
  ],
  agents: [{ ...FIGURES, agent: { key: 'id of Ana', name: 'Ana Roth', number: null } }],
  reasons: [
    { decision: 'Reject', caseAction: 'Reject', reason: 'Stolen card', cases: 5, before: 2 },
    { decision: 'Approve', caseAction: 'Approve', reason: 'Verified customer', cases: 3, before: 0 },
  ],
  pairs: [
    {
      first: { key: 'id of Ana', name: 'Ana Roth', number: null },
      second: { key: 'id of Ben', name: 'Ben Kirk', number: null },
      cases: 50,
      agreed: 35,
      kappa: 0.4,
    },
    {
      first: { key: 'id of Ana', name: 'Ana Roth', number: null },
      second: { key: 'id of Cem', name: 'Cem Aydin', number: null },
      cases: 2,
      agreed: 2,
      kappa: null,
    },
  ],
  backlog: {
    waiting: 5,
    oldest: '2026-11-23T08:30:00.000Z',
    forecast: {
      hours: 200,
      arrivedPerDay: 24,
      decidedPerDay: 12,
      points: [
        { at: '2026-11-23T10:00:00.000Z', cases: 5.5 },
        { at: '2026-11-23T11:00:00.000Z', cases: 9.2 },
        { at: '2026-11-23T12:00:00.000Z', cases: 7 },
      ],
    },
  },
  choices: [{ id: GENERAL_QUEUE_ID, name: 'General' }],
  ...change,
});
