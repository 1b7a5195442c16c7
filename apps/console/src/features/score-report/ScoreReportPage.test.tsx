import type { ReportSeries } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { ScoreReportPage } from './ScoreReportPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

type Figure = ReportSeries['total']['total'];

const figure = (events: number, fraud: number): Figure => ({
  counts: {
    events,
    fraud,
    approved: events,
    rejected: 0,
    reviewed: 0,
    challenged: 0,
    bankApproved: 0,
    bankDeclined: 0,
  },
  amounts: { EUR: { events: events * 100, fraud: fraud * 100 } },
});
const NONE = figure(0, 0);

/** Two days, the second one without events. */
const series = (value: string | null, events: number, fraud: number): ReportSeries['total'] => ({
  value,
  total: figure(events, fraud),
  bars: [figure(events, fraud), NONE],
  before: null,
});

const SCORED = [series('200', 900, 0), series('600', 60, 10), series('900', 40, 30)];

const report = (change: Partial<ReportSeries> = {}): ReportSeries => ({
  asOf: '2026-11-03T09:30:00.000Z',
  bars: ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
  environmentIds: [TEST_ENVIRONMENT_ID],
  total: series(null, 1000, 40),
  series: SCORED,
  seriesInAll: SCORED.length,
  maturity: { labels: 90, share: 0.8, bars: [0.8, 0.01] },
  ...change,
});

const RULE = '0f0f0f0f-0000-4000-8000-000000000002';

type Asked = {
  readonly by: string | null;
  readonly amountsIn?: string;
  readonly filters: readonly { readonly dimension: string; readonly values: readonly string[] }[];
};

const show = async (query: string, change: Partial<ReportSeries> = {}) => {
  const made: { readonly name: string; readonly text: { readonly clauses: readonly { readonly code: string }[] } }[] =
    [];
  const asked: Asked[] = [];
  const answer: Answer = ({ path, method, body }) => {
    if (path.includes('/reports/query')) {
      const { by, filters } = body as Pick<Asked, 'filters'> & { readonly by: string | null };
      asked.push(body as Asked);
      const status = filters.find(({ dimension }) => dimension === 'status')?.values[0];
      if (by === 'status') return report({ series: [series('Shipped', 30, 0), series('', 970, 40)] });
      if (status !== undefined) return report({ series: [series('600', status === 'Shipped' ? 30 : 970, 0)] });
      return by === 'currency' ? report({ series: [series('EUR', 1000, 40)] }) : report(change);
    }
    if (path.endsWith('/rules') && method === 'POST') {
      made.push(body as (typeof made)[number]);
      return { id: RULE, assessment: 'purchase' };
    }
    if (path.includes('/rulesets/purchase'))
      return {
        rules: [{ id: 'x', name: 'Score from 600' }],
        actions: [],
        drafts: [],
        ownSample: false,
        samplePayload: {},
      };
    return new Response(null, { status: 404 });
  };
  const address = `/reports/scores?from=2026-11-01&to=2026-11-02&${query}`;
  const shown = await renderConsole(<ScoreReportPage />, { address, answer });
  await screen.findByRole('heading', { level: 1, name: 'Score report' });
  return { ...shown, made, asked };
};

const tile = (name: string): string => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent ?? '';

describe('the score report', () => {
  it('shows how scores were decided, each bin leading to its events', async () => {
    const { address } = await show('');
    const chart = await screen.findByRole('slider', { name: /^How are scores spread/ });
    fireEvent.keyDown(chart, { key: 'Home' });
    for (let bin = 0; bin < 60; bin += 1) fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(chart.getAttribute('aria-valuetext')).toContain('600 – 610, Approve 60');
    fireEvent.keyDown(chart, { key: 'Enter' });
    await waitFor(() => expect(address()).toContain('riskScore%7EatLeast%7E600%3BriskScore%7EatMost%7E609'));
  });

  it('can be sent by e-mail', async () => {
    const { address } = await show('');
    fireEvent.click((await screen.findAllByRole('button', { name: 'Schedule by e-mail' }))[0] as HTMLElement);
    await waitFor(() => expect(address()).toContain('panel=schedules'));
    expect(await screen.findByRole('complementary', { name: 'Reports by e-mail' })).toBeTruthy();
  });

  it('says what a cut-off stops, catches and lets through, and moves it by its handle', async () => {
    const { address } = await show('tab=operation&cut=600&labels=arrived');
    await screen.findByText('Labelled frauds: 40. What is still to come is missing, most of all of young days.');
    expect(tile('Stopped')).toContain('10.0%');
    expect(tile('Fraud caught')).toContain('100.0%');
    expect(tile('Precision')).toContain('40.0%');
    const [handle] = screen.getAllByRole('slider', { name: 'Cut-off' });
    if (handle === undefined) throw new Error('no handle');
    expect(handle.getAttribute('aria-valuetext')).toBe('600');
    fireEvent.change(handle, { target: { value: '90' } });
    await waitFor(() => expect(address()).toContain('cut=900'));
    expect(tile('Fraud caught')).toContain('75.0%');
    const impact = screen.getByRole('table', { name: 'Impact of each cut-off' });
    fireEvent.click(within(impact).getByRole('button', { name: 'Set the cut-off to 200' }));
    await waitFor(() => expect(address()).toContain('cut=200'));
  });

  it('weighs labels of young days for those still to come, and leaves out days of almost none', async () => {
    await show('tab=operation&cut=600');
    await screen.findByText(/^Labelled frauds: 40\. Those of young days count/);
    // 40 labels are four fifths of what is expected.
    expect(tile('Precision')).toContain('50.0%');
  });

  it('says what became of the events of each bin', async () => {
    const { address } = await show('');
    fireEvent.click(await screen.findByRole('button', { name: 'By score' }));
    await waitFor(() => expect(address()).toContain('statuses=score'));
    const chart = await screen.findByRole('slider', { name: /^What became of them/ });
    fireEvent.keyDown(chart, { key: 'Home' });
    for (let bin = 0; bin < 60; bin += 1) fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(chart.getAttribute('aria-valuetext')).toContain('600 – 610, Shipped 30');
  });

  it('follows filters, and asks for amounts of the one currency that it shows', async () => {
    const only = encodeURIComponent('[["decision",["Approve"]],["rule",["Limits"]]]');
    const { asked, address } = await show(`tab=profit&labels=arrived&only=${only}`);
    await screen.findByRole('button', { name: 'Rule: Limits' });
    await waitFor(() => expect(asked.at(-1)?.amountsIn).toBe('EUR'));
    expect(asked.at(-1)?.filters).toEqual([
      { dimension: 'decision', values: ['Approve'] },
      { dimension: 'rule', values: ['Limits'] },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Rule: Limits' }));
    await waitFor(() => expect(address()).not.toContain('Limits'));
  });

  it('stores a draft rule with the cut-off under a free name and opens it', async () => {
    const { made, address } = await show('tab=operation&cut=600');
    fireEvent.change(await screen.findByRole('combobox', { name: 'Decision at or above the cut-off' }), {
      target: { value: 'Reject' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Create rule with this cut-off' }));
    await waitFor(() => expect(address()).toContain(`/fraud/purchase/rules?rule=${RULE}`));
    expect(made[0]?.name).toBe('Score from 600 (2)');
    expect(made[0]?.text.clauses).toMatchObject([
      { code: 'RETURN Reject("CUT_OFF")\nWHEN @"riskScore" >= 600', section: 'postRisk' },
    ]);
  });

  it('finds the cut-off that earns most at a margin', async () => {
    const { address } = await show('tab=profit&margin=20&labels=arrived');
    // Of the bin of 600 good ones earn 50 × 20, fraud costs 10 × 80; of that of 900 10 × 20 less 30 × 80.
    await screen.findByText(/Most is earned by a cut-off of 900: 18,200 EUR, which is 2,200 EUR more/);
    fireEvent.change(screen.getByRole('textbox', { name: /Profit margin/ }), { target: { value: '10' } });
    await screen.findByText(/Most is earned by a cut-off of 600/);
    fireEvent.click(screen.getByRole('button', { name: 'Use as cut-off' }));
    await waitFor(() => expect(address()).toContain('cut=600'));
  });

  it('explains why there are no curves where labels are too few, and no report without scores', async () => {
    await show('tab=operation', { series: [series('200', 1000, 3)] });
    await screen.findByText('Too few labels for curves');
    expect(screen.queryByRole('slider')).toBeNull();
    cleanup();
    await show('', { series: [series('', 1000, 40)] });
    await screen.findByText('No scores in this period');
  });
});
