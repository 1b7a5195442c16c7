import type { ReportedRule, RuleReport } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { RuleReportPage } from './RuleReportPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const LIMITS = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e97';
const WATCH = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e98';
const NIGHT = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e99';
const NOTHING = { counts: {}, amounts: {} };

const ruleOf = (
  id: string,
  name: string,
  counts: ReportedRule['total']['counts'],
  more: Partial<ReportedRule> = {},
) => ({
  id,
  name,
  formerNames: [],
  state: 'active' as const,
  deletedAt: null,
  environmentId: LIMITS,
  environmentName: 'Shop',
  order: 1,
  publishedVersion: 6,
  decides: true,
  decisions: ['Reject' as const],
  clauses: [],
  total: { counts, amounts: { EUR: { hits: 500 } } },
  bars: [NOTHING],
  before: { counts: { hits: 10 }, amounts: {} },
  money: null,
  moneyBefore: null,
  ...more,
});

const REPORT: RuleReport = {
  asOf: '2026-11-23T09:30:00.000Z',
  bars: ['2026-11-23T00:00:00.000Z'],
  environmentIds: [LIMITS],
  events: 100,
  eventsBefore: 90,
  rules: [
    ruleOf(NIGHT, 'Night orders', { hits: 30, decided: 30, goodHit: 1 }, { formerNames: ['Late orders'] }),
    ruleOf(
      LIMITS,
      'Amounts',
      { hits: 20, decided: 20, rejected: 20, goodHit: 7, fraud: 3, nonFraud: 9 },
      {
        clauses: [
          {
            name: 'High',
            order: 1,
            decisions: ['Reject'],
            total: { counts: { hits: 20 }, amounts: {} },
            bars: [NOTHING],
            before: null,
            money: null,
            moneyBefore: null,
          },
          {
            name: 'Never',
            order: 2,
            decisions: ['Review'],
            total: NOTHING,
            bars: [NOTHING],
            before: null,
            money: null,
            moneyBefore: null,
          },
        ],
      },
    ),
    ruleOf(WATCH, 'Locker hub', { hits: 5, decided: 0 }, { decides: false, decisions: [] }),
  ],
  money: null,
  changes: [{ at: '2026-11-23T08:00:00.000Z', ruleId: LIMITS, name: 'Amounts', version: 6 }],
  overlaps: [
    { ruleId: LIMITS, otherId: WATCH, events: 4, fraud: 1, nonFraud: 0 },
    { ruleId: LIMITS, otherId: null, events: 16, fraud: 0, nonFraud: 0 },
  ],
  maturity: { labels: 80, share: 0.61, bars: [0.61] },
};

const show = async (search = '', report: RuleReport = REPORT) => {
  const answer: Answer = ({ path }) =>
    path.includes('/reports/rules/query') ? report : new Response(null, { status: 404 });
  const shown = await renderConsole(<RuleReportPage />, { address: `/reports/rules${search}`, answer });
  await screen.findByRole('heading', { level: 1, name: 'Rule report' });
  return shown;
};

const names = (table: HTMLElement): readonly string[] =>
  within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

describe('the report of rules', () => {
  it('begins with the rule that hit most good customers, and is ordered by any column', async () => {
    await show();
    const table = await screen.findByRole('table', { name: 'Decision rules' });
    expect(names(table)[0]).toMatch(/^Amounts/);
    fireEvent.click(within(table).getByRole('button', { name: 'Hits' }));
    await waitFor(() => expect(names(table)[0]).toMatch(/^Night orders/));
    expect(names(table)[0]).toContain('formerly Late orders');
    expect(screen.getByText('61% of expected labels have arrived')).toBeTruthy();
  });

  it('leads from a figure to its events in Search', async () => {
    await show();
    const table = await screen.findByRole('table', { name: 'Decision rules' });
    const [row] = within(table).getAllByRole('row', { name: /Amounts/ });
    const link = within(row as HTMLElement).getByRole('link', { name: '7' });
    const where = new URL(String(link.getAttribute('href')), 'http://x').searchParams.get('where') ?? '';
    expect(where).toContain(`decidedBy~is~${LIMITS}`);
    expect(where).toContain('fraudLabel~is~NonFraud');
  });

  it('shows the clauses of a rule, and which were not hit', async () => {
    await show();
    const table = await screen.findByRole('table', { name: 'Decision rules' });
    fireEvent.click(within(table).getByRole('button', { name: 'Clauses of Amounts' }));
    await waitFor(() => expect(names(table)).toHaveLength(4));
    expect(names(table)[2]).toMatch(/Never.*not hit/);
  });

  it('tells which rules hit the same events', async () => {
    await show('?tab=overlap');
    const table = await screen.findByRole('table', { name: 'Overlap' });
    expect(within(table).getByRole('link', { name: 'Amounts and Locker hub: 4' }).textContent).toBe('20%');
    expect(within(table).getByRole('link', { name: 'Locker hub and Amounts: 4' }).textContent).toBe('80%');
  });

  it('says what would be here where there is nothing', async () => {
    await show('', { ...REPORT, rules: [], events: 0, overlaps: [] });
    expect(await screen.findByText('No rules and no decided events in this period')).toBeTruthy();
  });
});
