import type { Backtest, BacktestCount, BacktestSample } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, renderConsole, TEST_ENVIRONMENT_ID } from '../../../testing/render-console.tsx';
import { BacktestNote } from './BacktestNote.tsx';
import { BacktestPanel } from './BacktestPanel.tsx';
import { useBacktest } from './use-backtest.ts';

const RULE = {
  assessment: 'purchase' as const,
  type: 'decision' as const,
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Limit',
  environmentId: TEST_ENVIRONMENT_ID,
};
const TEXT = {
  condition: '',
  clauses: [{ id: '10000000-0000-4000-8000-000000000001', name: 'Above', code: 'RETURN Reject()' }],
};

const count = (events: number, fraud = 0, genuine = 0): BacktestCount => ({
  events,
  fraud,
  genuine,
  amounts: events === 0 ? [] : [{ currency: 'EUR', amount: events * 10, fraudAmount: fraud * 10 }],
});

const FIRED: BacktestSample = {
  environmentId: TEST_ENVIRONMENT_ID,
  eventId: 'P-4801',
  eventTime: '2026-10-06T12:00:00.000Z',
  amount: 12,
  currency: 'EUR',
  label: 'NonFraud',
  before: 'Review',
  after: 'Reject',
  clause: 'Above',
  reason: null,
};

const backtestOf = (change: Partial<Backtest> = {}): Backtest => ({
  id: '20000000-0000-4000-8000-000000000001',
  ruleId: RULE.id,
  ruleName: RULE.name,
  state: null,
  status: 'done',
  baseline: 'today',
  from: '2026-10-01T00:00:00.000Z',
  to: '2026-11-01T00:00:00.000Z',
  ...TEXT,
  started: { by: 'Priya Nandakumar', at: '2026-11-01T08:00:00.000Z' },
  finishedAt: '2026-11-01T08:00:02.000Z',
  eventsTotal: 200,
  eventsDone: 200,
  problem: null,
  result: {
    events: 200,
    before: { Approve: count(195, 4), Reject: count(5, 1), Review: count(0), Challenge: count(0) },
    after: { Approve: count(188, 1), Reject: count(12, 4), Review: count(0), Challenge: count(0) },
    changes: [
      {
        before: 'Approve',
        after: 'Reject',
        ...count(7, 3, 2),
        samples: [
          {
            environmentId: TEST_ENVIRONMENT_ID,
            eventId: 'P-4711',
            eventTime: '2026-10-05T12:00:00.000Z',
            amount: 489,
            currency: 'EUR',
            label: 'Fraud',
            clause: 'Above',
            reason: null,
          },
        ],
      },
    ],
    clauses: [
      {
        name: 'Above',
        fired: count(12, 4),
        decided: count(12, 4),
        changed: count(7, 3, 2),
        samples: { fired: [FIRED], decided: [FIRED], changed: [] },
      },
    ],
    errors: { events: 0, messages: [] },
    unknown: [{ kind: 'list', name: 'Watched', events: 9 }],
  },
  ...change,
});

const Tried = ({ canRun = true, blocked = null }: { readonly canRun?: boolean; readonly blocked?: string | null }) => {
  const backtest = useBacktest(RULE, TEXT);
  return (
    <>
      <BacktestNote backtest={backtest} />
      <BacktestPanel backtest={backtest} canRun={canRun} blocked={blocked} onClose={() => undefined} />
    </>
  );
};

/** Answers from a list of states the one backtest goes through, one further with each look at it. */
const server = (states: readonly Backtest[], before: readonly Backtest[] = []) => {
  const sent: { method: string; path: string; body: unknown }[] = [];
  let look = 0;
  const answer: Answer = (request) => {
    if (request.method === 'POST') {
      sent.push(request);
      return request.path.endsWith('/cancel') ? backtestOf({ status: 'cancelled', result: null }) : states[0];
    }
    if (request.path.includes('ruleId=')) return { backtests: before.map((each) => ({ ...each, result: null })) };
    look = Math.min(look + 1, states.length - 1);
    return states[look];
  };
  return { answer, sent };
};

const running = backtestOf({ status: 'running', result: null, eventsDone: 50, finishedAt: null });

describe('testing a rule against history', () => {
  afterEach(cleanup);

  test('runs over the chosen period, shows how far it is and then what would change', async () => {
    const { answer, sent } = server([running, running, backtestOf()]);
    await renderConsole(<Tried />, { address: '/', answer });
    expect(await screen.findByText('Not tested against history')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Period' }), { target: { value: '7d' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Compare with' }), { target: { value: 'recorded' } });
    fireEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('50 of 200 events')).toBeTruthy();
    const { from, to, ...body } = (sent[0]?.body ?? {}) as Readonly<Record<string, string>>;
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(7 * 86_400_000);
    expect(body).toMatchObject({ ruleId: RULE.id, ruleName: 'Limit', clauses: TEXT.clauses, baseline: 'recorded' });
    expect(await screen.findByText('7 decisions would be different (3.50%).', {}, { timeout: 5000 })).toBeTruthy();
    expect(screen.getByText('Tested: changes 7 decisions and 7 newly rejected')).toBeTruthy();
    expect(screen.getByText('1 → 4')).toBeTruthy();
    expect(screen.getByText(/9 events came before the list “Watched” existed/)).toBeTruthy();
    const clause = screen.getByRole('row', { name: /^Above/ });
    expect(within(clause).getByText('33.3%')).toBeTruthy();
    expect(within(clause).getByText('€70.00')).toBeTruthy();
    expect(
      within(clause)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['12', '12', '7', '€70.00', '3', '2', '33.3%']);
    expect(screen.getByRole('link', { name: 'P-4711' }).getAttribute('href')).toContain('/search/purchase/');
  });

  test('shows the events behind a number of a clause, and what it was compared with', async () => {
    const { answer } = server([backtestOf()], [backtestOf()]);
    await renderConsole(<Tried />, { address: '/', answer });
    expect(await screen.findByText(/against today's rules, run again/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'P-4711' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Fired: show 12 events of Above' }));
    expect(screen.getByRole('heading', { name: 'Above · Fired' })).toBeTruthy();
    const sample = screen.getByRole('row', { name: /P-4801/ });
    expect(within(sample).getByText('Review')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'P-4711' })).toBeNull();
    // Nothing was kept of this one.
    expect(screen.queryByRole('button', { name: /^Changed:/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /Approve.*Reject.*7/ }));
    expect(screen.getByRole('link', { name: 'P-4711' })).toBeTruthy();
  });

  test('is cancelled on demand', async () => {
    const { answer, sent } = server([running]);
    await renderConsole(<Tried />, { address: '/', answer });
    fireEvent.click(await screen.findByRole('button', { name: 'Test' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('This test was cancelled.')).toBeTruthy();
    expect(sent.at(-1)?.path).toContain('/cancel');
  });

  test('says when the result is of another text, and what kept one from ending', async () => {
    const other = backtestOf({
      condition: 'WHEN true',
      status: 'failed',
      problem: 'JOB-INTERRUPTED',
      result: null,
    });
    const { answer } = server([other], [other]);
    await renderConsole(<Tried canRun={false} />, { address: '/', answer });
    expect(await screen.findByText('The text has changed since.')).toBeTruthy();
    expect(screen.getByText(/The work was given up/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Test' })).toBeNull();
  });
});
