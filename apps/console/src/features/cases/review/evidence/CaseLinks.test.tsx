import type { LinkedEvent } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../../../testing/render-console.tsx';
import { ownLease, testCase, testCaseDetail, testLinkSummary } from '../case-fixtures.ts';
import { CaseLinks } from './CaseLinks.tsx';

afterEach(cleanup);

const OF = testCase(1, ownLease());
const EVENT = { eventType: 'purchase', eventEnvironmentId: TEST_ENVIRONMENT_ID, eventId: OF.eventId };

const linked = (n: number, state: 'Pending' | 'Holding' | null): LinkedEvent => {
  const { id, queueId, environmentId, eventType, eventId, eventTime, amount, currency, riskScore } = testCase(n);
  return {
    environmentId,
    environmentName: 'Production',
    eventType,
    eventId,
    eventTime,
    decision: state === null ? 'Approve' : 'Review',
    reason: null,
    amount,
    currency,
    riskScore,
    userId: 'nora',
    userName: 'Nora Quill',
    email: 'nora@mail.example',
    fraudLabel: 'None',
    status: null,
    by: ['email'],
    case: state === null ? null : { id, queueId, state, decision: null },
  };
};

const VALUES = [
  { attribute: 'email', values: ['nora@mail.example'] },
  { attribute: 'deviceId', values: ['d-1'] },
];

const show = async () => {
  const asked: URLSearchParams[] = [];
  const sent: unknown[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method === 'POST') {
      sent.push(body);
      const results = [2, 3].map((n) => ({
        caseId: testCase(n).id,
        eventId: `pur-${n}`,
        outcome: n === 2 ? 'done' : 'skipped',
        problem: n === 2 ? null : 'CASE-LEASED',
        takenFrom: null,
      }));
      return { results, undoUntil: new Date(Date.now() + 10_000).toISOString() };
    }
    if (path.includes('/cases/of/')) return testCaseDetail(OF);
    if (path.includes('/links/summary')) return testLinkSummary();
    if (path.includes('/search/attributes')) return { attributes: [] };
    const query = new URL(path, 'http://console.example').searchParams;
    asked.push(query);
    const isCases = query.get('list') === 'cases';
    const events = isCases ? [linked(2, 'Pending'), linked(3, 'Pending'), linked(4, 'Holding')] : [linked(9, null)];
    return { values: VALUES, from: OF.eventTime, to: OF.eventTime, events, hasMore: false };
  };
  await renderConsole(<CaseLinks of={OF} event={EVENT} />, { answer });
  await screen.findByRole('link', { name: 'pur-2' });
  return { asked, sent };
};

const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });

describe('links of a case', () => {
  it('are cases that wait and events that are decided, by the attributes that the event has', async () => {
    const { asked } = await show();
    await screen.findByRole('link', { name: 'pur-9' });
    expect(box('Select pur-4').disabled).toBe(true);
    expect(screen.queryByRole('checkbox', { name: 'Select pur-9' })).toBeNull();
    fireEvent.click(box('Device 4'));
    fireEvent.change(screen.getByRole('combobox', { name: 'Match' }), { target: { value: 'all' } });
    await waitFor(() => {
      const last = asked.findLast((query) => query.get('list') === 'cases');
      expect([last?.get('attributes'), last?.get('match')]).toEqual(['email,userId,paymentInstrumentId', 'all']);
    });
  });

  it('are decided together, each answered on its own', async () => {
    const { sent } = await show();
    await waitFor(() => expect(box('Select pur-2').disabled).toBe(false));
    fireEvent.click(box('Select pur-2'));
    const bar = await screen.findByRole('toolbar', { name: '1 selected' });
    fireEvent.click(within(bar).getByRole('button', { name: 'Select all that are loaded' }));
    const both = await screen.findByRole('toolbar', { name: '2 selected' });
    fireEvent.click(within(both).getByRole('button', { name: 'Reject' }));
    const panel = await screen.findByRole('complementary', { name: /Decide 2 cases/ });
    fireEvent.click(within(panel).getByRole('radio', { name: /Stolen card/ }));
    fireEvent.click(within(panel).getByRole('button', { name: /Reject 2 cases/ }));
    expect(await within(panel).findByText('1 case decided')).toBeTruthy();
    expect(sent).toEqual([
      { decision: 'Reject', reason: 'Stolen card', note: '', caseIds: [testCase(2).id, testCase(3).id] },
    ]);
  });

  it('are asked for in search, one search for each attribute where any of them counts', async () => {
    await show();
    const link = await screen.findByRole('link', { name: 'Device' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('where=deviceId~is~d-1');
    fireEvent.change(screen.getByRole('combobox', { name: 'Match' }), { target: { value: 'all' } });
    expect(await screen.findByRole('link', { name: 'E-mail + Device' })).toBeTruthy();
  });
});
