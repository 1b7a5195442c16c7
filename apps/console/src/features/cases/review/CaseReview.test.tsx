import type { CaseSummary } from '@redoubt/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveLayout } from '../../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../../testing/render-console.tsx';
import { caseHref, type CaseDetail } from '../../../shared/cases/cases.queries.ts';
import {
  ownLease,
  testCase,
  testCaseDetail,
  testCaseList,
  testEvent,
  testLinkSummary,
  TEST_QUEUE,
} from './case-fixtures.ts';
import { CaseReview } from './CaseReview.tsx';

beforeAll(giveLayout);
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

type Sent = { readonly path: string; readonly body: unknown };

const FIRST = testCase(1, ownLease());
const NEXT = testCase(2);

const PEOPLE = [{ id: 'u-2', username: 'tomas@house.example', name: 'Tomas Berg' }];
const QUEUES = [
  { id: TEST_QUEUE.id, name: TEST_QUEUE.name, assessment: 'purchase' },
  { id: 'q-2', name: 'Gift cards', assessment: 'purchase' },
  { id: 'q-3', name: 'Reviews', assessment: 'assessment-1' },
  { id: 'q-4', name: 'General', assessment: null },
].map((queue) => ({ ...queue, environment: { id: TEST_ENVIRONMENT_ID }, system: false, assignees: [] }));

const show = async (detail: CaseDetail, answers: (sent: Sent) => unknown = () => undefined) => {
  const sent: Sent[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method === 'POST') {
      sent.push({ path: path.replace(/^.*\/environments\/[^/]+/, ''), body });
      const answered = answers(sent.at(-1) as Sent);
      if (answered !== undefined) return answered;
    }
    if (path.includes('/links/summary')) return testLinkSummary();
    if (path.includes('/links'))
      return { values: [], from: FIRST.eventTime, to: FIRST.eventTime, events: [], hasMore: false };
    if (path.includes('/supportlists/')) return { current: null, earlier: [] };
    if (path.includes('/places')) return { places: [], data: [] };
    if (path.includes('/search/attributes')) return { attributes: [] };
    if (path.includes('/mentionable')) return { people: PEOPLE };
    if (path.endsWith('/queues')) return { queues: QUEUES };
    if (path.includes('/explanation')) return { rules: [] };
    if (path.endsWith('/notes')) return { notes: [], attachments: [], drafts: [], canWrite: true, canManage: false };
    if (path.includes('/events/')) return testEvent(path.includes('pur-2') ? NEXT : detail.case);
    if (path.includes('/cases/of/')) return testCaseDetail(NEXT);
    if (path.includes('/queues/')) return testCaseList([NEXT], { total: 40 });
    return new Response(null, { status: 404 });
  };
  const shown = await renderConsole(<CaseReview found={detail} receivedMs={Date.now()} />, {
    address: caseHref(detail.case),
    answer,
  });
  await screen.findByRole('heading', { level: 1, name: /by Nadia Ferrant/ });
  return { ...shown, sent };
};

const press = (key: string, change: object = {}): void => {
  fireEvent.keyDown(document.body, { key, ...change });
};

const decided = (of: CaseSummary): CaseSummary => ({
  ...of,
  state: 'Decided',
  lease: null,
  endedAt: new Date().toISOString(),
  decision: {
    name: 'Reject',
    caseAction: 'Reject',
    labelAction: 'Fraud',
    reason: 'Compromised account',
    by: 'Ines Holm',
    source: 'Agent',
    undoUntil: new Date(Date.now() + 10_000).toISOString(),
  },
});

/** The answer to a decision on the last case of the queue. */
const answerLast = () => ({
  case: { ...decided(FIRST), decision: null },
  next: null,
  asOf: new Date().toISOString(),
});

describe('the review page of a case', () => {
  it('is decided by three keys, opens the next case and offers to take the decision back', async () => {
    const next = { ...NEXT, ...ownLease() };
    const { sent, address } = await show(testCaseDetail(FIRST), () => ({
      case: decided(FIRST),
      next,
      asOf: new Date().toISOString(),
    }));
    expect(screen.getByText('1 of 41')).toBeTruthy();
    press('r');
    press('2');
    expect(screen.getByRole('radio', { name: /Compromised account/ }).getAttribute('aria-checked')).toBe('true');
    const drawn = new Set<string | null>();
    const watch = new MutationObserver(() => {
      for (const { textContent } of screen.queryAllByText(/^(?:Decided|In review)$/)) drawn.add(textContent);
    });
    watch.observe(document.body, { childList: true, characterData: true, subtree: true });
    press('Enter', { ctrlKey: true });
    await waitFor(() => expect(address()).toBe(caseHref(NEXT)));
    await screen.findByText('Reject', { selector: 'b' });
    watch.disconnect();
    // The page that is left is not drawn once more as a decided one.
    expect([...drawn]).toEqual([]);
    expect(sent).toEqual([
      {
        path: `/cases/${FIRST.id}/decision`,
        body: { decision: 'Reject', reason: 'Compromised account', note: '', takeNext: true },
      },
    ]);
    await screen.findByText('Reject', { selector: 'b' });
    press('z');
    await waitFor(() => expect(sent.at(-1)?.path).toBe(`/cases/${FIRST.id}/undo`));
  });

  it('is decided by Enter alone while the focus is on no control, and never by Enter in the note', async () => {
    const { sent } = await show(testCaseDetail(FIRST), answerLast);
    press('a');
    press('1');
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Note on the decision' }), { key: 'Enter' });
    fireEvent.keyDown(screen.getByRole('button', { name: /^Hold/ }), { key: 'Enter' });
    expect(sent).toEqual([]);
    press('Enter');
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual([`/cases/${FIRST.id}/decision`]));
  });

  it('blocks the values that the event has by one key, with decisions that reject only', async () => {
    const { sent } = await show(testCaseDetail(FIRST), answerLast);
    press('a');
    expect(screen.queryByRole('group', { name: /Also set to Block/ })).toBeNull();
    press('r');
    const offered = within(screen.getByRole('group', { name: /Also set to Block/ })).getAllByRole('checkbox');
    expect(offered).toHaveLength(1);
    press('u');
    expect(screen.getByText('Sets to Block for 90 days: E-mail')).toBeTruthy();
    press('2');
    const before = Date.now();
    press('Enter');
    await waitFor(() => expect(sent).toHaveLength(1));
    const { block } = (sent[0] as Sent).body as {
      readonly block: { readonly entities: string[]; readonly until: string };
    };
    expect(block.entities).toEqual(['email']);
    expect(Math.round((Date.parse(block.until) - before) / 86_400_000)).toBe(90);
  });

  it('shows of a decided case what was decided, and what of it was sent', async () => {
    const later = new Date(Date.now() + 8000).toISOString();
    const earlier = new Date(Date.now() - 8000).toISOString();
    const sent = { notBefore: earlier, sentAt: null, problem: null, result: null };
    await show(
      testCaseDetail(decided(FIRST), {
        consequences: [
          { ...sent, step: 'status', sentAt: earlier },
          { ...sent, step: 'label', notBefore: later },
          { ...sent, step: 'action', problem: 'timed out', result: { status: 504 } },
        ],
      }),
    );
    const pane = screen.getByRole('region', { name: 'Decision' });
    expect(pane.textContent).toContain('Compromised account');
    const steps = within(pane).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent?.replace(/\d+:\d+:\d+ ./, ''))).toEqual([
      'Statussent at M',
      'Labelgoes out at M',
      expect.stringContaining('Actionfailed: timed out'),
    ]);
    expect(steps[2]?.textContent).toContain('504');
    expect(screen.queryByRole('textbox', { name: 'Note on the decision' })).toBeNull();
  });

  it('says what is missing instead of submitting', async () => {
    const { sent } = await show(testCaseDetail(FIRST));
    press('Enter', { ctrlKey: true });
    expect(screen.getByText('Choose a decision first.')).toBeTruthy();
    press('A', { shiftKey: true });
    press('Enter', { ctrlKey: true });
    expect(screen.getByText('Choose a reason.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('warns two minutes before the lease ends, and prolongs it by a key', async () => {
    const near = testCase(1, ownLease(110_000));
    const { sent } = await show(testCaseDetail(near), () => ({
      case: testCase(1, ownLease()),
      asOf: new Date().toISOString(),
    }));
    expect(screen.getByRole('alert').textContent).toContain('Your lease ends within two minutes');
    press('x');
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain(`/cases/${near.id}/lease/extension`));
  });

  it('keeps the note that was typed before the lease ended', async () => {
    const { unmount } = await show(testCaseDetail(FIRST));
    press('a');
    fireEvent.change(screen.getByRole('textbox', { name: 'Note on the decision' }), {
      target: { value: 'Called the customer.' },
    });
    unmount();
    await show(testCaseDetail(testCase(1)));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note on the decision' }).value).toBe(
      'Called the customer.',
    );
    expect(screen.getByText(/This case waits in High amount/)).toBeTruthy();
  });

  it('cannot be decided without a lease, and is taken by a key', async () => {
    const { sent } = await show(testCaseDetail(testCase(1)), () => ({
      case: FIRST,
      asOf: new Date().toISOString(),
    }));
    press('a');
    expect(screen.getByRole('button', { name: /^Approve/ }).getAttribute('aria-pressed')).toBe('false');
    press('s');
    await waitFor(() =>
      expect(sent).toEqual([{ path: `/queues/${FIRST.queueId}/next`, body: { caseId: FIRST.id, giveBack: false } }]),
    );
  });

  it('asks before another case in review is given back', async () => {
    const { sent } = await show(testCaseDetail(testCase(1)), ({ body }) =>
      (body as { giveBack: boolean }).giveBack
        ? { case: FIRST, asOf: new Date().toISOString() }
        : Response.json({ code: 'CASE-LEASE-OPEN', params: { eventId: 'pur-9' } }, { status: 409 }),
    );
    press('s');
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send back and start' }),
    );
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ caseId: FIRST.id, giveBack: true }));
  });

  it('names who decided it, when and how, where another agent was first', async () => {
    await show(testCaseDetail({ ...decided(FIRST), decision: { ...decided(FIRST).decision!, by: 'Mara Lindqvist' } }));
    const band = screen.getByText(/Already decided by Mara Lindqvist at .* as Reject, Compromised account\./);
    expect(band).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Re-open' })).toBeNull();
  });

  it('tells who has it in review, and lets a manager release it', async () => {
    const leased = testCase(1, { ...ownLease() });
    const other = { ...leased, lease: { ...leased.lease!, own: false, agent: 'Mara Lindqvist' } };
    const { sent } = await show(testCaseDetail(other, { canManage: true }), () => ({
      case: testCase(1),
      asOf: new Date().toISOString(),
    }));
    expect(screen.getByText(/Mara Lindqvist has had this case in review since/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Release' }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual([`/cases/${other.id}/release`]));
  });

  it('is put on hold with a reason and a time, by keyboard', async () => {
    const { sent, address } = await show(testCaseDetail(FIRST), () => ({
      case: testCase(1, { state: 'OnHold' }),
      asOf: new Date().toISOString(),
    }));
    press('h');
    const reason = await screen.findByRole('textbox', { name: 'Reason for the hold' });
    press('1');
    fireEvent.change(reason, { target: { value: 'The customer calls back.' } });
    const before = Date.now();
    press('Enter', { ctrlKey: true });
    await waitFor(() => expect(sent).toHaveLength(1));
    const { path, body } = sent[0] as { path: string; body: { reason: string; until: string } };
    expect(path).toBe(`/cases/${FIRST.id}/hold`);
    expect(body.reason).toBe('The customer calls back.');
    expect(Math.abs(Date.parse(body.until) - before - 3_600_000)).toBeLessThan(5000);
    await waitFor(() => expect(address()).toBe(`/casemanagement/queues/${FIRST.queueId}`));
  });

  it('leaves for the next case with the arrow, giving this one back', async () => {
    const { sent } = await show(testCaseDetail(FIRST), () => ({
      case: { ...NEXT, ...ownLease() },
      asOf: new Date().toISOString(),
    }));
    await screen.findByText('2 is loaded');
    press('ArrowRight');
    await waitFor(() => expect(sent[0]?.body).toEqual({ caseId: NEXT.id, giveBack: true }));
  });

  it('is only read by those who may not review', async () => {
    await show(testCaseDetail(testCase(1), { canReview: false }));
    expect(screen.queryByRole('button', { name: /Start review/ })).toBeNull();
    await act(async () => press('s'));
    expect(screen.getAllByText('You can read this case but not decide it.').length).toBeGreaterThan(0);
  });

  it('shows what it shares with others, and opens the links of one value', async () => {
    await show(testCaseDetail(FIRST));
    const summary = await screen.findByRole('region', { name: 'Linked events' });
    expect(await within(summary).findByText('67% of the decided bad')).toBeTruthy();
    expect(within(summary).getByText('Shared with no other event: E-mail')).toBeTruthy();
    expect(within(summary).getByRole('button', { name: /^voucher ?SPRING/ })).toBeTruthy();
    fireEvent.click(within(summary).getByRole('button', { name: /^Device ?d-1.*4 events.*€400/ }));
    expect(screen.getByRole('tab', { name: 'Link analysis' }).getAttribute('aria-selected')).toBe('true');
    const chosen = screen.getAllByRole('checkbox').filter((each) => (each as HTMLInputElement).checked);
    expect(chosen.map((each) => each.parentElement?.textContent)).toEqual(['Device 4']);
  });

  it('names the customers of the next cases, and who of colleagues they wait for is left out', async () => {
    await show(testCaseDetail(FIRST));
    const next = await screen.findByRole('navigation', { name: 'Next cases' });
    expect((await within(next).findByRole('link')).textContent).toContain('€1,002.00 Customer of pur-2');
  });

  it('is handed on to a colleague by keys', async () => {
    const { sent } = await show(testCaseDetail(FIRST), () => ({
      case: { ...FIRST, state: 'Pending', lease: null, assignee: { name: 'Tomas Berg', own: false } },
      asOf: new Date().toISOString(),
    }));
    press('p');
    const field = screen.getByRole('combobox', { name: 'Name of a colleague' });
    expect(document.activeElement).toBe(field);
    await screen.findByRole('option', { name: /Tomas Berg/ });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(sent).toEqual([{ path: `/cases/${FIRST.id}/assignment`, body: { agentId: 'u-2' } }]));
  });

  it('says for whom it waits, and is taken by that person alone', async () => {
    const assignee = { name: 'Tomas Berg', own: false };
    const { unmount } = await show(testCaseDetail(testCase(1, { assignee })));
    expect(screen.getByText('Tomas Berg is to review this case.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Start review/ })).toBeNull();
    unmount();
    await show(testCaseDetail(testCase(1, { assignee: { ...assignee, own: true } })));
    expect(screen.getByText(/This case is assigned to you/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /Start review/ })).toBeTruthy();
  });

  it('is moved by a manager to a queue that takes its assessment, found by typing', async () => {
    const { sent, address } = await show(testCaseDetail(FIRST, { canManage: true }), () => ({
      results: [{ caseId: FIRST.id, eventId: FIRST.eventId, outcome: 'done', problem: null, takenFrom: null }],
    }));
    press('q');
    const field = screen.getByRole('combobox', { name: 'Name of a queue' });
    await screen.findByRole('option', { name: 'Gift cards' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Gift cards', 'General']);
    fireEvent.change(field, { target: { value: 'gen' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() =>
      expect(sent).toEqual([{ path: '/cases/moves', body: { caseIds: [FIRST.id], queueId: 'q-4' } }]),
    );
    await waitFor(() => expect(address()).toBe(`/casemanagement/queues/${FIRST.queueId}`));
  });
});
