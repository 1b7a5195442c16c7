import type { CaseReport, CaseThresholds, ReportedCaseRow } from '@redoubt/contracts';
import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { CaseReportPage } from './CaseReportPage.tsx';
import { testReport } from './report-fixture.ts';

beforeAll(giveLayout);
afterEach(cleanup);

const threshold = (
  change: Partial<CaseThresholds['thresholds'][number]> = {},
): CaseThresholds['thresholds'][number] => ({
  id: '0f0f0f0f-0000-4000-8000-000000000001',
  measure: 'backlog',
  queueId: null,
  queue: null,
  days: null,
  most: 3,
  silenceMinutes: 240,
  createdBy: 'Mia',
  value: 5,
  checkedAt: '2026-11-23T09:29:30.000Z',
  crossedAt: '2026-11-23T09:10:30.000Z',
  mailed: false,
  ...change,
});

const CASES: readonly ReportedCaseRow[] = [
  {
    at: '2026-11-23T09:00:00.000Z',
    eventType: 'purchase',
    eventId: 'p-17',
    queueId: GENERAL_QUEUE_ID,
    queue: 'General',
    agent: 'Ana Roth',
    source: 'Agent',
    decision: 'Reject',
    reason: 'Stolen card',
    later: null,
  },
];

type Sent = { readonly method: string; readonly path: string; readonly body: unknown };

const MAIL = { server: { from: 'redoubt@shop.example', domains: [] }, ownAddress: 'mia@shop.example' };

const show = async (
  report: CaseReport,
  thresholds: CaseThresholds['thresholds'],
  canWrite = true,
  mail: object = MAIL,
) => {
  const sent: Sent[] = [];
  const answer: Answer = (request) => {
    sent.push(request);
    if (request.path.includes('/thresholds')) return { thresholds, canWrite };
    if (request.path.includes('/report-schedules')) return { ...mail, schedules: [], mails: [] };
    if (request.path.includes('/case-report/cases')) return { cases: CASES, nextCursor: null };
    if (request.path.includes('/case-report')) return report;
    return new Response(null, { status: 404 });
  };
  const shown = await renderConsole(<CaseReportPage />, { address: '/casemanagement/report', answer });
  await screen.findByRole('heading', { level: 1, name: 'Case report' });
  return { ...shown, sent };
};

describe('the report of cases', () => {
  it('shows the figures with the period before, and narrows to a queue or agent by its name', async () => {
    const { sent, address } = await show(testReport(), []);
    const agents = await screen.findByRole('table', { name: 'Agents' });
    expect(screen.getByText('the oldest for 1 hr')).toBeTruthy();
    expect(screen.getByText(/90 % in 5 min/)).toBeTruthy();
    expect(screen.getByText(/^2 cases were cancelled because/)).toBeTruthy();
    const pairs = screen.getByRole('table', { name: 'Agreement of two reviews' });
    expect(
      within(pairs)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([expect.any(String), 'Ana Roth · Ben Kirk70.0%500.40', 'Ana Roth · Cem Aydin100.0%2not defined']);
    expect(screen.getByText(/Most will wait at .*: 9\./)).toBeTruthy();
    fireEvent.click(within(agents).getByRole('button', { name: 'Ana Roth' }));
    await waitFor(() => expect(address()).toContain('agent='));
    await waitFor(() => expect(sent.some(({ path }) => path.includes('agent=id+of+Ana'))).toBe(true));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New cases' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: '28 days' }));
    await waitFor(() => expect(sent.some(({ path }) => path.includes('period=28d'))).toBe(true));
  });

  it('leads from a figure to its cases, says what is left out of them, and closes them again', async () => {
    const { sent, address } = await show(testReport(), []);
    const reasons = await screen.findByRole('table', { name: 'Reasons' });
    fireEvent.click(within(reasons).getByRole('link', { name: '5' }));
    const cases = await screen.findByRole('table', { name: 'Cases: Stolen card' });
    expect(within(cases).getByRole('link', { name: 'p-17' }).getAttribute('href')).toContain('/search/purchase/');
    expect(screen.getByText('1 of 5')).toBeTruthy();
    expect(screen.getByText('4 are left out: their events were erased.')).toBeTruthy();
    expect(address()).toContain('figure=decided');
    expect(sent.some(({ path }) => /cases\?.*figure=decided&decision=Reject&reason=Stolen\+card/.test(path))).toBe(
      true,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).not.toContain('figure='));
    expect(screen.queryByRole('table', { name: /^Cases/ })).toBeNull();
    fireEvent.click(
      within(screen.getByRole('table', { name: 'Agreement of two reviews' })).getByRole('link', { name: '50' }),
    );
    await waitFor(() => expect(address()).toMatch(/agent=id\+of\+Ana.*figure=reviewedTwice.*other=id\+of\+Ben/));
  });

  it('shows numbers in place of hidden names, which cannot be chosen', async () => {
    const [agent] = testReport().agents;
    if (agent === undefined) throw new Error('the report has an agent');
    const hidden = { ...agent, agent: { key: '1', name: null, number: 1 } };
    await show(testReport({ hidesAgents: true, agents: [hidden] }), []);
    const agents = await screen.findByRole('table', { name: 'Agents' });
    expect(within(agents).getByRole('rowheader').textContent).toBe('Agent 1');
    expect(within(agents).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Agent' })).toBeNull();
  });

  it('says what is above its threshold, and takes a new one once it fits', async () => {
    const { sent } = await show(testReport(), [threshold()]);
    expect(await screen.findAllByText('1 figure above its threshold')).toHaveLength(2);
    expect(screen.getByText(/5, above since/)).toBeTruthy();
    const form = screen.getByRole('form', { name: 'New threshold' });
    const add = () => within(form).getByRole('button', { name: 'Watch' });
    expect(add().getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(within(form).getByRole('combobox', { name: 'Figure' }), { target: { value: 'waitedHours' } });
    fireEvent.change(within(form).getByRole('textbox', { name: 'Tell me above (hours)' }), {
      target: { value: '2,5' },
    });
    fireEvent.change(within(form).getByRole('combobox', { name: 'No mail again for' }), { target: { value: '60' } });
    await waitFor(() => expect(add().getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(add());
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        measure: 'waitedHours',
        queueId: null,
        days: 7,
        most: 2.5,
        silenceMinutes: 60,
      }),
    );
  });

  it('lets who manages queues choose for how long a threshold is silent, with what a file chose among it', async () => {
    const { sent } = await show(testReport(), [threshold({ silenceMinutes: 90 })]);
    const silence = await screen.findByRole('combobox', { name: /^No mail again for: / });
    expect(
      within(silence)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toContain('1.5 hr');
    fireEvent.change(silence, { target: { value: '15' } });
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ silenceMinutes: 15 }));
  });

  it('mails the reader about a threshold, also where they may not set one, but not without a mail server', async () => {
    const { sent } = await show(testReport(), [threshold()], false);
    fireEvent.click(await screen.findByRole('button', { name: 'Mail me', pressed: false }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ mailed: true }));
    cleanup();
    const followed = threshold({ id: '0f0f0f0f-0000-4000-8000-000000000002', mailed: true });
    const without = await show(testReport(), [threshold(), followed], false, { ...MAIL, server: null });
    await screen.findAllByRole('button', { name: 'Mail me' });
    const buttons = () => screen.getAllByRole('button', { name: 'Mail me' });
    await waitFor(() => expect(buttons()[0]?.getAttribute('aria-disabled')).toBe('true'));
    fireEvent.click(buttons()[1] as HTMLElement);
    await waitFor(() => expect(without.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ mailed: false }));
  });

  it('says what would be here where no case came yet', async () => {
    const { previous } = testReport();
    const nothing = { ...previous, received: 0 };
    const none = { waiting: 0, oldest: null, forecast: null };
    await show(testReport({ totals: nothing, previous: nothing, backlog: none }), []);
    await screen.findByText('No cases in this period or the one before');
    expect(screen.getByRole('link', { name: 'Go to the queues' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('form', { name: 'New threshold' })).toBeTruthy();
  });

  it('is only read by those who do not manage queues', async () => {
    const none = { waiting: 0, oldest: null, forecast: null };
    await show(testReport({ backlog: none }), [threshold()], false);
    await screen.findByText(/above since/);
    expect(screen.queryByRole('form', { name: 'New threshold' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.getByText('The forecast begins once cases have come for a day.')).toBeTruthy();
    expect(screen.getByText('nothing waits')).toBeTruthy();
  });
});
