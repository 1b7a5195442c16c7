import type { CostModelDetail, ReportedRule, RuleReport } from '@redoubt/contracts';
import { DEFAULT_COST_MODEL } from '@redoubt/domain';
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
  nets: null,
  scores: null,
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

const moneyOf = (net: number, more: Partial<NonNullable<ReportedRule['money']>> = {}) => ({
  prevented: Math.max(0, net),
  insult: Math.max(0, -net),
  review: 0,
  reviewEvents: 0,
  net,
  lower: net - 50,
  upper: net + 70,
  fraudEvents: 2,
  goodEvents: 3.4,
  stopped: 20,
  basis: 'labels' as const,
  evidence: 4,
  ...more,
});

const { basis: _basis, evidence: _evidence, ...SUM } = moneyOf(380);
const COSTS: CostModelDetail['model'] = DEFAULT_COST_MODEL;
/** The same with money: the rule that hits most good customers saves most. */
const WITH_MONEY: RuleReport = {
  ...REPORT,
  rules: REPORT.rules.map((rule) =>
    rule.id === LIMITS
      ? { ...rule, money: moneyOf(500, { basis: 'control', evidence: 12 }), moneyBefore: moneyOf(450) }
      : { ...rule, money: moneyOf(rule.id === NIGHT ? -120 : 0) },
  ),
  money: {
    currency: 'EUR',
    converts: false,
    missing: [{ currency: 'SEK', events: 3 }],
    costs: COSTS,
    costsFrom: null,
    total: { ...SUM, stoppedBy: { control: 20, outcomes: 0, neighbours: 0, labels: 30 } },
    before: null,
  },
};

const DETAIL: CostModelDetail = {
  model: COSTS,
  from: null,
  own: false,
  inherited: COSTS,
  currency: 'EUR',
  changed: null,
  version: 'v0',
  canWrite: true,
};

const show = async (search = '', report: RuleReport = REPORT) => {
  const answer: Answer = ({ path }) =>
    path.includes('/reports/rules/query')
      ? report
      : path.includes('/cost-model')
        ? DETAIL
        : new Response(null, { status: 404 });
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

  it('says what the bank made of the hits of each rule, where it answered', async () => {
    await show();
    const table = await screen.findByRole('table', { name: 'Decision rules' });
    expect(within(table).queryByRole('columnheader', { name: /^Approved by the bank/ })).toBeNull();
    cleanup();
    const counts = { hits: 20, bankApproved: 3, bankDeclined: 1 };
    await show('', { ...REPORT, rules: [ruleOf(LIMITS, 'Amounts', counts), ruleOf(WATCH, 'Parcels', { hits: 5 })] });
    const answered = await screen.findByRole('table', { name: 'Decision rules' });
    fireEvent.click(within(answered).getByRole('button', { name: 'Approved by the bank' }));
    await waitFor(() => expect(names(answered)[0]).toMatch(/^Amounts/));
    expect(within(answered).getByText('75.0% of 4')).toBeTruthy();
  });

  it('asks for what the address narrows to, and takes no filter that its sums do not know', async () => {
    await show(`?only=${encodeURIComponent('[["decision",["Reject"]]]')}`);
    expect(await screen.findByRole('button', { name: 'Decision: Reject' })).toBeTruthy();
    cleanup();
    await show(`?only=${encodeURIComponent('[["rule",["Amounts"]]]')}`);
    await screen.findByRole('table', { name: 'Decision rules' });
    expect(screen.queryByRole('button', { name: /^Rule:/ })).toBeNull();
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

  it('begins with the rule that cost most, and says what each figure rests on', async () => {
    await show('', WITH_MONEY);
    const table = await screen.findByRole('table', { name: 'Decision rules' });
    expect(names(table)[0]).toMatch(/^Night orders/);
    const [best] = within(table).getAllByRole('row', { name: /Amounts/ });
    expect(within(best as HTMLElement).getByText('control share, passed: 12')).toBeTruthy();
    expect(within(best as HTMLElement).getByText('450 to 570')).toBeTruthy();
    expect(within(best as HTMLElement).getByText('+50')).toBeTruthy();
    expect(screen.getAllByText('380 EUR')).toHaveLength(2);
    const said = screen.getByText(/What a stopped event would have become is not known/).textContent;
    expect(said).toContain('control share 20, labels only 30.');
    expect(said).toContain('in other currencies: 3 (SEK)');
    fireEvent.click(within(table).getByRole('button', { name: 'Net value, EUR ↑' }));
    await waitFor(() => expect(names(table)[0]).toMatch(/^Amounts/));
  });

  it('is switched to what was counted', async () => {
    await show('', WITH_MONEY);
    fireEvent.click(await screen.findByRole('button', { name: 'Count' }));
    const table = await screen.findByRole('table', { name: 'Decision rules' });
    await waitFor(() => expect(names(table)[0]).toMatch(/^Amounts/));
    expect(within(table).getByRole('button', { name: 'Good customers hit ↓' })).toBeTruthy();
  });

  it('opens the costs, which are the defaults until somewhere says its own', async () => {
    await show('?do=costs', WITH_MONEY);
    expect(await screen.findByText(/The defaults count/)).toBeTruthy();
    const margin = screen.getByRole<HTMLInputElement>('textbox', { name: /^Margin/ });
    expect([margin.value, margin.readOnly]).toEqual(['30', true]);
    fireEvent.click(screen.getByRole('switch', { name: 'Own costs for this environment' }));
    await waitFor(() => expect(margin.readOnly).toBe(false));
    fireEvent.change(margin, { target: { value: '120' } });
    await waitFor(() => expect(margin.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('link', { name: 'Source: Stripe' }).getAttribute('href')).toBe(
      'https://stripe.com/pricing',
    );
  });

  it('draws the rules that are ticked over time, by what is chosen', async () => {
    await show('?period=28d&step=day', {
      ...WITH_MONEY,
      bars: ['2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
      rules: WITH_MONEY.rules.map((rule, at) => ({
        ...rule,
        bars: [
          { counts: { hits: 10 * (at + 1), decided: 2, fraud: 1 }, amounts: {} },
          { counts: { hits: 10, decided: 3, fraud: 0 }, amounts: {} },
        ],
        nets: [120 * (at + 1), -40],
      })),
    });
    const chart = await screen.findByRole('region', { name: 'Over time · Matches' });
    const tableOf = async (title: string) => {
      const region = await screen.findByRole('region', { name: title });
      fireEvent.click(within(region).getByRole('button', { name: /^Actions for/ }));
      fireEvent.click(await screen.findByRole('menuitem', { name: /table/i }));
      return within(region).findByRole('table');
    };
    expect(chart.textContent).toContain('Night orders');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show Night orders in the chart' }));
    await waitFor(() => expect(chart.textContent).not.toContain('Night orders'));
    fireEvent.click(screen.getByRole('button', { name: 'Net value, EUR' }));
    const table = await tableOf('Over time · Net value, EUR');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toContain('Amounts');
    expect(table.textContent).toContain('240');
    expect(table.textContent).toContain('-40');
    fireEvent.click(screen.getByRole('button', { name: 'Fraud rate' }));
    await waitFor(() => expect(table.textContent).toContain('5.0%'));
  });

  it('draws the scores of what rules hit, for readers who may see scores', async () => {
    await show('?drawn=score', {
      ...REPORT,
      rules: REPORT.rules.map((rule) => ({ ...rule, scores: [0, 0, 7, 0, 0, 0, 0, 0, 0, 0] })),
    });
    const chart = await screen.findByRole('slider', { name: /Scores/ });
    fireEvent.keyDown(chart, { key: 'Home' });
    for (let hundred = 0; hundred < 2; hundred += 1) fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/^200 – 300.* 7/);
    cleanup();
    await show('?drawn=score');
    await screen.findByRole('region', { name: 'Over time · Matches' });
    expect(screen.queryByRole('button', { name: 'Scores' })).toBeNull();
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
    expect(within(table).getByRole('link', { name: '20%, Amounts and Locker hub: 4' }).textContent).toBe('20%');
    expect(within(table).getByRole('link', { name: '80%, Locker hub and Amounts: 4' }).textContent).toBe('80%');
  });

  it('says what would be here where there is nothing', async () => {
    await show('', { ...REPORT, rules: [], events: 0, overlaps: [] });
    expect(await screen.findByText('No rules and no decided events in this period')).toBeTruthy();
  });
});
