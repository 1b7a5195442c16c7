import type { CostModelDetail, ReportedRule, RuleReport } from '@redoubt/contracts';
import { DEFAULT_COST_MODEL } from '@redoubt/domain';
import { screen, within } from '@testing-library/react';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { RuleReportPage } from './RuleReportPage.tsx';

/** Ids of the rules of the report: two that decide and one that observes. */
export const LIMITS = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e97';
export const WATCH = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e98';
export const NIGHT = '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e99';
const NOTHING = { counts: {}, amounts: {} };

/** A rule with what it came to, changed where a test says so. */
export const ruleOf = (
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

/** A day of three rules, without money. */
export const REPORT: RuleReport = {
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
export const WITH_MONEY: RuleReport = {
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

/** Renders the page with a report as the answer. */
export const show = async (search = '', report: RuleReport = REPORT) => {
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

/** The cell of a row below a head, which may carry the arrow of its order. */
export const cellOf = (table: HTMLElement, row: HTMLElement | undefined, head: string): HTMLElement => {
  const at = within(table)
    .getAllByRole('columnheader')
    .findIndex(({ textContent }) => textContent.replace(/ [↑↓]$/, '') === head);
  return (row as HTMLElement).children[at] as HTMLElement;
};

/** What a link asks Search for. */
export const whereOf = (link: HTMLElement): string =>
  new URL(String(link.getAttribute('href')), 'http://x').searchParams.get('where') ?? '';

/** What names the rows of a table. */
export const names = (table: HTMLElement): readonly string[] =>
  within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
