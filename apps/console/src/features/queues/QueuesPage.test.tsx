import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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
  decidedToday: 116,
  timedOutToday: 4,
  agents: 5,
  backlog: [40, 61, 51].map((open) => ({ at: AT, open })),
  at: AT,
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
    if (path.includes('/case-report/thresholds')) return { thresholds: [], canWrite };
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
    await renderConsole(<QueuesPage />, { answer: answering() });
    expect(await screen.findByText('General')).toBeDefined();
    expect(screen.queryByText('High amount')).toBeNull();
    await showAll();
    for (const shown of ['High amount', '3 hours ago', 'in 1 hour', 'Purchase · Reject after 4 h'])
      expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0);
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
    for (const shown of ['116', '51 now, at most 61', 'Agents at work'])
      expect(await screen.findByText(shown)).toBeDefined();
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

  it('makes a queue with the time-out in hours', async () => {
    const calls: string[] = [];
    await renderConsole(<QueuesPage />, { answer: answering({}, true, calls) });
    fireEvent.click(await screen.findByRole('button', { name: /New queue/ }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Gift cards' } });
    fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '6' } });
    fireEvent.click(screen.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toContain('"name":"Gift cards"');
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
