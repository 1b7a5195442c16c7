import type { LabelArrivals, ReportSeries } from '@redoubt/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { keepLayout } from '../../testing/keep-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { ThreatReportPage } from './ThreatReportPage.tsx';

keepLayout();

const figure = (events: number, fraud: number): ReportSeries['total']['total'] => ({
  counts: { events, fraud },
  amounts: {},
});
const series = (
  value: string | null,
  now: readonly [number, number],
  before: readonly [number, number],
): ReportSeries['total'] => ({
  value,
  total: figure(...now),
  bars: [figure(...now), figure(0, 0)],
  before: { total: figure(...before), bars: [figure(...before), figure(0, 0)] },
});
const report = (change: Partial<ReportSeries> = {}): ReportSeries => ({
  asOf: '2026-11-03T09:30:00.000Z',
  bars: ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
  environmentIds: [TEST_ENVIRONMENT_ID],
  total: series(null, [200, 20], [100, 5]),
  series: [],
  seriesInAll: 0,
  maturity: { labels: 90, share: 0.61, bars: [0.9, 0.5] },
  ...change,
});
const label = (fraud: number, nonFraud: number): LabelArrivals['arrived'][number] => ({
  counts: { fraud, nonFraud },
  amounts: {},
});
const ARRIVALS: LabelArrivals = {
  asOf: '2026-11-03T09:30:00.000Z',
  bars: report().bars,
  environmentIds: [TEST_ENVIRONMENT_ID],
  arrived: [label(7, 3), label(0, 0)],
  before: null,
};
const field = (name: string) => ({ name, friendlyName: null, type: 'string' as const });
const LISTS = {
  lists: [
    {
      id: '0f0f0f0f-0000-4000-8000-000000000001',
      name: 'Risky countries',
      description: '',
      source: 'csv',
      connection: null,
      hasSecret: false,
      columns: ['Country', 'Note'],
      rowCount: 2,
      sizeBytes: 20,
      contentVersion: 1,
      expiryColumn: null,
      usedBy: [],
      changed: { by: 'Ines Holm', at: '2026-11-02T10:00:00.000Z' },
      version: '1',
    },
  ],
  canWrite: true,
};

type Asked = { readonly by?: string | null; readonly filters: readonly { readonly dimension: string }[] };

const show = async (change: Partial<ReportSeries> = {}, query = '') => {
  const bodies: Asked[] = [];
  const written: unknown[] = [];
  const answer: Answer = ({ path, body }) => {
    if (path.includes('/reports/changes')) return { changes: [] };
    if (path.includes('/reports/fields')) return { fields: [field('ipCountry'), field('productCategory')] };
    if (path.includes('/reports/arrivals')) return ARRIVALS;
    if (path.includes('/rows')) {
      written.push(body);
      return LISTS.lists[0];
    }
    if (path.endsWith('/lists')) return LISTS;
    if (!path.includes('/reports/query')) return new Response(null, { status: 404 });
    const asked = body as Asked;
    bodies.push(asked);
    if (asked.by === 'currency') return report();
    if (asked.by === 'status') return report({ series: [series('Shipped', [12, 12], [0, 0])], seriesInAll: 1 });
    if (asked.by === 'field:ipCountry') {
      const found = [series('DE', [150, 2], [95, 4]), series('NG', [50, 18], [5, 1])];
      return report({ series: found, seriesInAll: 2 });
    }
    return report(change);
  };
  const shown = await renderConsole(<ThreatReportPage />, {
    address: `/reports/threats?from=2026-11-01&to=2026-11-02${query}`,
    answer,
  });
  await screen.findByRole('heading', { level: 1, name: 'Threat report' });
  return { ...shown, bodies, written };
};

describe('the threat report', () => {
  it('says how much came in, how much of it is fraud, and how labels arrived', async () => {
    await show();
    await screen.findByText('61% of expected labels have arrived');
    expect((await screen.findAllByRole('link', { name: '200' }))[0]?.getAttribute('href')).toContain('/search?');
    expect(screen.getByText('+5.0 pp', { exact: false })).toBeTruthy();
    const chart = await screen.findByRole('slider', { name: /^When did the labels arrive/ });
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toContain('Fraud 7');
  });

  it('ranks the values of a field by how far their share moved', async () => {
    await show();
    const moved = await screen.findByRole('table', { name: 'Which share moved most?' });
    // DE fell from 95 to 75 per cent, NG rose from 5 to 25.
    expect(within(moved).getByText('-20.0 pp')).toBeTruthy();
    expect(within(moved).getByText('+20.0 pp')).toBeTruthy();
  });

  it('begins with the value that carries most fraud where that is asked for', async () => {
    const { address } = await show();
    fireEvent.click(await screen.findByRole('button', { name: 'By fraud' }));
    await waitFor(() => expect(address()).toContain('of=fraud'));
    const table = await screen.findByRole('table', { name: 'Which values carry it?' });
    expect(within(table).getAllByRole('rowheader')[0]?.textContent).toBe('NG, Nigeria');
    const fraud = within(table).getByRole('link', { name: '18' });
    expect(fraud.getAttribute('href')).toContain('field%253AipCountry%7Eis%7ENG');
  });

  it('is narrowed to a value by a click, and widened again', async () => {
    const { address, bodies } = await show();
    const table = await screen.findByRole('table', { name: 'Which values carry it?' });
    fireEvent.click(within(table).getByRole('button', { name: 'NG, Nigeria' }));
    await waitFor(() => expect(address()).toContain('where='));
    await waitFor(() =>
      expect(bodies.at(-1)?.filters).toContainEqual({ dimension: 'field:ipCountry', values: ['NG'] }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'IP country: NG, Nigeria' }));
    await waitFor(() => expect(address()).not.toContain('where='));
  });

  it('follows filters, and leaves out labels by their arrival where sums do not know one', async () => {
    const only = encodeURIComponent('[["decision",["Reject"]]]');
    const { address, bodies } = await show({}, `&only=${only}`);
    await screen.findByRole('table', { name: 'Which values carry it?' });
    expect(bodies.filter(({ by }) => by !== 'currency').every(({ filters }) => filters.length > 0)).toBe(true);
    expect(bodies.at(-1)?.filters).toContainEqual({ dimension: 'decision', values: ['Reject'] });
    expect(screen.queryByRole('slider', { name: /^When did the labels arrive/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Decision: Reject' }));
    await waitFor(() => expect(address()).not.toContain('only='));
    await screen.findByRole('slider', { name: /^When did the labels arrive/ });
  });

  it('puts a value into a column of a list', async () => {
    const { written } = await show();
    const table = await screen.findByRole('table', { name: 'Which values carry it?' });
    fireEvent.click(within(table).getByRole('button', { name: 'Actions for “NG, Nigeria”' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to list' }));
    await screen.findByRole('option', { name: 'Risky countries' });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(written).toEqual([{ version: '1', changes: [{ kind: 'add', cells: ['NG', ''] }] }]));
  });

  it('says what would be here where nothing was decided', async () => {
    await show({ total: series(null, [0, 0], [0, 0]), maturity: null });
    await screen.findByText('No decided events in this period');
    expect(screen.queryByRole('slider')).toBeNull();
  });
});
