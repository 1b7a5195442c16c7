import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { QueuesPage } from './QueuesPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
const GENERAL = '00000000-0000-0000-0000-000000000000';
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

const nextCase = (id: string, customer: string, amount: number) => ({
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

const NEXT = {
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
};

const answering =
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

const showAll = async (): Promise<void> => {
  fireEvent.change(await screen.findByLabelText('Which queues'), { target: { value: 'all' } });
};

describe('the queues page', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('shows what is assigned to the reader, and all queues on demand', async () => {
    await renderConsole(<QueuesPage />, { answer: answering({}, false) });
    expect(await screen.findByText('General')).toBeDefined();
    expect(screen.queryByText('High amount')).toBeNull();
    await showAll();
    for (const shown of ['High amount', '3 hours ago', 'in 1 hour', 'Purchase · Reject after 4 h'])
      expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
  });

  it('shows all queues to those who look after them, and their own on demand', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    expect((await screen.findAllByText('High amount')).length).toBeGreaterThan(0);
    fireEvent.change(screen.getByLabelText('Which queues'), { target: { value: 'mine' } });
    await waitFor(() => expect(screen.queryByText('High amount')).toBeNull());
  });

  it('takes the next case of the queue in hand, and asks about the one in review', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({}, true, calls) });
    await showAll();
    const tile = await screen.findByRole('button', { name: 'High amount' });
    fireEvent.focus(tile);
    fireEvent.keyDown(tile, { key: 'r' });
    fireEvent.click(await screen.findByRole('button', { name: 'Send back and start' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls).toEqual([false, true].map((giveBack) => `start ${ID}/next {"caseId":null,"giveBack":${giveBack}}`));
  });

  it('goes from tile to tile by j and k, and opens one beside them', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    await showAll();
    const names = ['High amount', 'High amount', 'General', 'High amount'];
    await screen.findByRole('button', { name: 'High amount' });
    for (const [index, name] of names.entries()) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: index === 2 ? 'j' : 'k' });
      expect(document.activeElement?.textContent).toBe(name);
    }
    fireEvent.click(screen.getByRole('button', { name: 'High amount' }));
    expect(await screen.findByRole('button', { name: /^Edit/ })).toBeDefined();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull());
  });

  it('shows those who manage how the work of everyone stands', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    for (const shown of [
      '116',
      'Agents at work',
      'Is the backlog growing?',
      '21 a day ago + 60 new − 30 done = 51 now',
      /^About 81 at .*, at the pace of the last hour$/,
    ])
      expect(await screen.findByText(shown)).toBeDefined();
    await showAll();
    // In each queue's tile its own.
    expect(await screen.findByText('45 now, at most 52')).toBeDefined();
  });

  it('says why no case of a queue can be taken, and hides the cases of others', async () => {
    await renderConsole(<QueuesPage />, { answer: answering({ canReview: false, canView: false }, false) });
    await showAll();
    await screen.findByRole('button', { name: 'High amount' });
    // In the head for the first queue that has cases for the reader; then one in each tile.
    const starts = screen.getAllByRole('button', { name: 'Start review' });
    expect(starts.map((each) => each.getAttribute('aria-disabled'))).toEqual([null, 'true', null]);
    expect(screen.getAllByRole('link', { name: 'View cases' })).toHaveLength(1);
  });

  it('starts no review of a paused queue, by its key neither, and says why', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({ paused: true, canReview: false }, true, calls) });
    await showAll();
    const tile = await screen.findByRole('button', { name: 'High amount' });
    fireEvent.focus(tile);
    fireEvent.keyDown(tile, { key: 'r' });
    const told = await screen.findByRole('list', { name: 'Results of this visit' });
    expect(await within(told).findByText('High amount is paused: no case is taken from it now.')).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('lists who works: what they hold and decided today, without cases of those who are hidden', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    const table = await screen.findByRole('table', { name: 'Agents today' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows.slice(1).map((row) => row.toSpliced(2, 1))).toEqual([
      ['Mara Lindqvist', '€1,980.00 · High amount', '46', '2:18'],
      ['Agent 2', 'one case', '0', '–'],
    ]);
    expect(within(table).getByRole('link').getAttribute('href')).toContain('/purchase/');
  });

  it('tells of time-outs that are near, and of watched figures above their thresholds', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    await showAll();
    const alerts = await screen.findByRole('list', { name: 'Alerts' });
    await within(alerts).findByText(/threshold/);
    await within(alerts).findByText(/second decision/);
    expect(
      within(alerts)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'High amount: next time-out in 1 hour',
      'General: next time-out in 1 hour',
      '2 cases time out within the hour without a second decision',
      'Waiting cases, All queues: 51, threshold 40',
    ]);
  });

  it('shows the next cases of the queue that is open, and decides several with a result for each', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({}, true, calls) });
    await showAll();
    const tile = await screen.findByRole('button', { name: 'High amount' });
    fireEvent.click(tile);
    const grid = await screen.findByRole('grid', { name: 'Next cases' });
    expect(within(grid).getAllByRole('row')[1]?.textContent).toBe('in 58 minutes€1,801.80€2,310.00Ruben Castellane');
    fireEvent.click(tile);
    expect(document.activeElement).toBe(grid);
    for (const key of ['x', 'j']) fireEvent.keyDown(grid, { key });
    fireEvent.keyDown(grid, { key: 'X' });
    expect(await screen.findByText('2 selected')).toBeDefined();
    expect(screen.getByText('€2,400.00')).toBeDefined();
    fireEvent.keyDown(grid, { key: 'r' });
    const panel = await screen.findByRole('complementary', { name: 'Decide 2 cases' });
    fireEvent.click(within(panel).getByRole('radio', { name: /Stolen card/ }));
    fireEvent.click(within(panel).getByRole('button', { name: /^Reject 2 cases/ }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toContain('"caseIds":["c-1","c-2"]');
    expect(within(await within(panel).findByRole('list', { name: 'Result' })).getAllByRole('listitem')).toHaveLength(2);
  });

  it('steps from queue to queue by [ and ], whatever has the keyboard', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    await showAll();
    await screen.findByRole('button', { name: 'High amount' });
    for (const [key, name] of [
      [']', 'High amount'],
      [']', 'General'],
      [']', 'General'],
      ['[', 'High amount'],
    ] as const) {
      fireEvent.keyDown(document.body, { key });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      expect(await screen.findByRole('complementary', { name })).toBeDefined();
    }
  });

  it('says on the page that nothing could be read where the wall would be empty', async () => {
    await renderConsole(<QueuesPage />, { address: '/?wall=on' });
    expect(await screen.findByText('This did not work')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('fills a screen on the wall by w, without names, until Escape', async () => {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
    await renderConsole(<QueuesPage />, { answer: answering() });
    await screen.findByRole('button', { name: 'General' });
    fireEvent.keyDown(document.body, { key: 'w' });
    const wall = await screen.findByRole('dialog', { name: 'Wall mode' });
    expect(
      within(wall).getByRole('row', { name: /^High amount 41 3 3 hours ago in 1 hour Reject after 4 h/ }),
    ).toBeDefined();
    expect(wall.textContent).not.toContain('Mara');
    expect(within(wall).queryByRole('link')).toBeNull();
    fireEvent.keyDown(document.activeElement ?? wall, { key: 'n' });
    expect(screen.queryByRole('complementary', { name: 'New queue' })).toBeNull();
    fireEvent.keyDown(document.activeElement ?? wall, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('names groups by their role', async () => {
    await renderConsole(<QueuesPage />, { answer: answering() });
    await showAll();
    expect(await screen.findByText('Review analyst')).toBeDefined();
  });

  it('makes a queue with the time-out in hours and those who work on it', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({}, true, calls) });
    fireEvent.click(await screen.findByRole('button', { name: /New queue/ }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Gift cards' } });
    fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '6' } });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Group: Review analyst' }));
    fireEvent.change(screen.getByRole('combobox', { name: /Ordered by/ }), { target: { value: 'amount' } });
    expect(await screen.findByText(/different currencies are compared by number/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toContain('"name":"Gift cards"');
    expect(calls[0]).toContain('"assignees":[{"id":"ManualReviewAnalyst","kind":"group"}]');
    expect(calls[0]).toContain('"timeoutMs":21600000');
  });

  it('pauses a queue, and moves its cases when it is deleted', async () => {
    const calls: string[] = [];
    const counts = { pending: 41, inReview: 0, onHold: 0, escalated: 0, settling: 1 };
    await renderConsole(<QueuesPage />, { answer: answering({ counts }, true, calls) });
    await showAll();
    fireEvent.click(await screen.findByRole('button', { name: 'High amount' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Pause/ }));
    await waitFor(() => expect(calls).toEqual([`PUT /${ID}/paused {"version":"1","paused":true}`]));
    fireEvent.click(screen.getByRole('button', { name: /^Delete/ }));
    expect(
      await screen.findByText('It has open cases (42). They move, and their time-out begins again.'),
    ).toBeDefined();
    fireEvent.click(screen.getAllByRole('button', { name: /^Delete/ }).at(-1) as HTMLElement);
    await waitFor(() => expect(calls[1]).toContain(`DELETE /${ID}`));
    expect(calls[1]).toContain(`moveTo=${GENERAL}`);
  });

  it('offers no changes to readers, and none of General to anyone', async () => {
    await renderConsole(<QueuesPage />, { answer: answering({}, false) });
    fireEvent.click(await screen.findByRole('button', { name: 'General' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /View cases/ })).toHaveLength(2));
    expect(screen.queryByRole('button', { name: /Pause|Delete|New queue|Assign/ })).toBeNull();
  });
});
