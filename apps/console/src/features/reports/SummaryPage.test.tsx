import type { ReportChanges, ReportSeries } from '@redoubt/contracts';
import { REPORT_MEASURES, type ReportMeasure } from '@redoubt/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { keepLayout } from '../../testing/keep-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { SummaryPage } from './SummaryPage.tsx';

keepLayout();

type Counts = Partial<Record<ReportMeasure, number>>;

const figure = (counts: Counts): ReportSeries['total']['total'] => ({
  counts: { ...Object.fromEntries(REPORT_MEASURES.map((measure) => [measure, 0])), ...counts },
  amounts: { EUR: Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * 100])) },
});

const EVENTS = figure({ events: 200, approved: 180, rejected: 20, fraud: 4 });
const BEFORE = figure({ events: 100, approved: 100, rejected: 0, fraud: 0 });
const NOTHING = figure({});

const series = (value: string | null, total = EVENTS): ReportSeries['total'] => ({
  value,
  total,
  bars: [total, NOTHING],
  before: { total: BEFORE, bars: [BEFORE, NOTHING] },
});

const report = (change: Partial<ReportSeries> = {}): ReportSeries => ({
  asOf: '2026-11-03T09:30:00.000Z',
  bars: ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
  environmentIds: [TEST_ENVIRONMENT_ID],
  total: series(null),
  series: [],
  seriesInAll: 0,
  maturity: { labels: 90, share: 0.61, bars: [0.9, 0.5] },
  ...change,
});

const RULE = '0f0f0f0f-0000-4000-8000-000000000001';
const CHANGES: ReportChanges = {
  changes: [
    {
      at: '2026-11-02T10:00:00.000Z',
      by: 'Ines Holm',
      operation: 'Publish',
      resourceType: 'DecisionRule',
      resourceName: 'Gift cards',
      environmentId: TEST_ENVIRONMENT_ID,
      resourceId: RULE,
      version: 4,
    },
  ],
};

type Asked = { readonly by?: string | null; readonly filters: readonly { readonly dimension: string }[] };

const show = async (change: Partial<ReportSeries> = {}, query = '?from=2026-11-01&to=2026-11-02') => {
  const bodies: Asked[] = [];
  const answer: Answer = ({ path, body }) => {
    if (path.includes('/reports/changes')) return CHANGES;
    if (path.includes('/reports/fields')) return { fields: [{ name: 'cardType', friendlyName: null, type: 'string' }] };
    if (path.includes('/reports/chargebacks'))
      return {
        asOf: '2026-11-03T09:30:00.000Z',
        bars: report().bars,
        environmentIds: [TEST_ENVIRONMENT_ID],
        arrived: [5, 7].map((chargebacks) => ({ counts: { chargebacks }, amounts: {} })),
        before: null,
      };
    if (!path.includes('/reports/query')) return new Response(null, { status: 404 });
    const asked = body as Asked;
    bodies.push(asked);
    if (asked.by === 'decision') return report({ series: [series('Reject'), series('Review')], seriesInAll: 2 });
    if (asked.by === 'currency') return report({ series: [series('EUR')], seriesInAll: 1 });
    if (asked.by === 'rule') return report({ series: [series('Limits')], seriesInAll: 1 });
    if (asked.by === 'country') return report({ series: [series('DE')], seriesInAll: 1 });
    return report(change);
  };
  const shown = await renderConsole(<SummaryPage />, { address: `/reports/summary${query}`, answer });
  await screen.findByRole('heading', { level: 1, name: 'Summary report' });
  return { ...shown, bodies };
};

describe('the summary report', () => {
  it('says what the period came to, how it changed and how many labels are still to come', async () => {
    await show();
    await screen.findByText('61% of expected labels have arrived');
    const [events] = await screen.findAllByRole('link', { name: '200' });
    expect(events?.getAttribute('href')).toContain('range=2026-11-01T00%3A00%3A00.000Z..2026-11-03');
    expect(screen.getAllByText('+100.0%')).not.toHaveLength(0);
    expect(screen.getByText('20 · +10.0 pp')).toBeTruthy();
    const country = await screen.findByRole('table', { name: 'Where did they come from?' });
    expect(within(country).getByRole('rowheader').textContent).toBe('DE, Germany');
    expect(within(country).getByRole('link', { name: '200' }).getAttribute('href')).toContain('country%7Eis%7EDE');
  });

  it('marks what was published in the charts and leads to the version', async () => {
    await show();
    const list = await screen.findByRole('region', { name: 'What changed' });
    const link = await within(list).findByRole('link', { name: 'Gift cards' });
    expect(link.getAttribute('href')).toMatch(new RegExp(`^/fraud/purchase/rules\\?rule=${RULE}&version=4$`));
    expect(screen.getAllByRole('link', { name: /^A: Gift cards/ })).not.toHaveLength(0);
  });

  it('opens from a point of a chart the events that it counts', async () => {
    const { address } = await show();
    const chart = await screen.findByRole('slider', { name: /^How were they decided/ });
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toContain('Reject 10.0%');
    fireEvent.keyDown(chart, { key: 'Enter' });
    await waitFor(() => expect(address()).toMatch(/^\/search\?range=2026-11-01.*2026-11-02.*decision%7Eis%7EReject/));
  });

  it('draws parts as shares and as how many they are', async () => {
    const { address } = await show();
    const decided = await screen.findByRole('region', { name: 'How were they decided?' });
    fireEvent.click(within(decided).getByRole('button', { name: 'Number' }));
    await waitFor(() => expect(address()).toContain('rated=number'));
    const chart = await screen.findByRole('slider', { name: /^How were they decided/ });
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toContain('Reject 20,');
  });

  it('shows all charts as tables, and what should still come of fraud', async () => {
    const { address } = await show();
    await screen.findByRole('slider', { name: /^How much fraud/ });
    fireEvent.keyDown(document.body, { key: 't' });
    await waitFor(() => expect(address()).toContain('as=table'));
    const fraud = await screen.findByRole('table', { name: 'How much fraud was approved?' });
    // 4 of 200 are known, and nine tenths of the labels have arrived.
    expect(within(fraud).getAllByRole('row').at(-1)?.textContent).toContain('2.0%0.22%');
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('sums amounts in the most frequent currency, of its events alone', async () => {
    const { bodies, address } = await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(address()).toContain('view=amount'));
    await screen.findAllByRole('link', { name: '20,000 EUR' });
    expect(bodies.at(-1)?.filters).toContainEqual({ dimension: 'currency', values: ['EUR'] });
  });

  it('saves the values of a chart as CSV', async () => {
    await show();
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          saved.push(blob);
          return 'blob:x';
        },
        revokeObjectURL: () => undefined,
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for “Was traffic normal?”' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Save values as CSV' }));
    expect((await saved[0]?.text())?.split('\r\n').slice(0, 2)).toEqual([
      'from,to,Events,"Events, period before"',
      '2026-11-01T00:00:00.000Z,2026-11-02T00:00:00.000Z,200,100',
    ]);
  });

  it('begins an alert on what a chart shows', async () => {
    const { address } = await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for “How were they decided?”' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Create alert' }));
    await waitFor(() =>
      expect(address()).toMatch(/^\/alerts\?do=new&figure=decisionPercent&target=purchase&window=1440&decision=Reject/),
    );
  });

  it('narrows every figure to what is chosen, and keeps it in the address', async () => {
    const { bodies, address } = await show();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Filters' }))[0] as HTMLElement);
    const panel = await screen.findByRole('complementary', { name: 'Filters' });
    fireEvent.click(await within(panel).findByRole('checkbox', { name: /^Reject/ }));
    await waitFor(() => expect(new URLSearchParams(address()).get('only')).toBe('[["decision",["Reject"]]]'));
    const reject = { dimension: 'decision', values: ['Reject'] };
    await waitFor(() => expect(bodies.at(-1)?.filters).toContainEqual(reject));
    expect(await screen.findByRole('button', { name: 'Decision: Reject' })).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for “How were they decided?”' }));
    expect(screen.queryByRole('menuitem', { name: 'Create alert' })).toBeNull();
  });

  it('shows no table that would read single events, and takes a filter away', async () => {
    const only = encodeURIComponent('[["country",["DE"]]]');
    const { bodies, address } = await show({}, `?from=2026-11-01&to=2026-11-02&only=${only}`);
    await screen.findByRole('table', { name: 'Where did they come from?' });
    expect(screen.queryByRole('table', { name: 'Which rules decided?' })).toBeNull();
    expect(bodies.every(({ filters }) => filters.some(({ dimension }) => dimension === 'country'))).toBe(true);
    const [events] = await screen.findAllByRole('link', { name: '200' });
    expect(events?.getAttribute('href')).toContain('country%7Eis%7EDE');
    fireEvent.click(await screen.findByRole('button', { name: 'Country: DE, Germany' }));
    await waitFor(() => expect(address()).not.toContain('only='));
    await screen.findByRole('table', { name: 'Which rules decided?' });
  });

  it('counts chargebacks by the day of the event, and by that of their arrival', async () => {
    const charged = figure({ ...EVENTS.counts, chargebacks: 3 });
    const { address } = await show({ total: series(null, charged) });
    fireEvent.click(await screen.findByRole('button', { name: 'Day of arrival' }));
    await waitFor(() => expect(address()).toContain('returned=arrival'));
    const chart = await screen.findByRole('slider', { name: /^What came back/ });
    fireEvent.keyDown(chart, { key: 'Home' });
    await waitFor(() => expect(chart.getAttribute('aria-valuetext')).toContain('Chargebacks 5'));
  });

  it('says what would be here where nothing was decided', async () => {
    await show({ total: series(null, NOTHING), maturity: null });
    await screen.findByText('No decided events in this period');
    expect(screen.queryByRole('slider')).toBeNull();
  });
});
