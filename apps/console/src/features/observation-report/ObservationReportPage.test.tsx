import type { ObservationReport } from '@redoubt/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { keepLayout } from '../../testing/keep-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { middleDelay } from './observation-figures.ts';
import { formatPick, listBody, parsePick } from './observation-report-address.ts';
import { ObservationReportPage } from './ObservationReportPage.tsx';

keepLayout();

const figure = (observations: number, linked = observations): ObservationReport['total']['total'] => ({
  observations,
  linked,
  amounts: {},
});
const series = (value: string | null, bars: readonly number[], linked?: number): ObservationReport['total'] => {
  const all = bars.reduce((sum, count) => sum + count, 0);
  return {
    value,
    total: figure(all, linked),
    bars: bars.map((count) => figure(count)),
    before: { total: figure(10), bars: bars.map(() => figure(5)) },
  };
};
const report = (change: Partial<ObservationReport> = {}): ObservationReport => ({
  asOf: '2026-11-03T09:30:00.000Z',
  bars: ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
  environmentIds: [TEST_ENVIRONMENT_ID],
  total: series(null, [15, 5], 18),
  series: [],
  seriesInAll: 0,
  ...change,
});
const field = (name: string) => ({ name, friendlyName: null, type: 'string' as const });
const KINDS = [
  { kind: 'bankEvent', name: null, fields: [field('type'), field('status')] },
  { kind: 'label', name: null, fields: [field('verdict')] },
];
const LISTED = {
  observation: 'bankEvent',
  environmentId: TEST_ENVIRONMENT_ID,
  arrivedAt: '2026-11-02T08:00:00.000Z',
  amount: 12.5,
  currency: 'EUR',
};

type Asked = { readonly by?: string | null; readonly axis?: string; readonly filters: readonly unknown[] };

const show = async (query = '', change: Partial<ObservationReport> = {}) => {
  const lists: unknown[] = [];
  const answer: Answer = ({ path, body }) => {
    if (path.includes('/reports/changes')) return { changes: [] };
    if (path.includes('/observations/kinds')) return { kinds: KINDS };
    if (path.includes('/observations/list')) {
      lists.push(body);
      return {
        observations: [
          { ...LISTED, id: 'b-1', eventId: 'p-1', decision: 'Approve', delayHours: 24 },
          { ...LISTED, id: 'b-2', eventId: 'gone', decision: null, delayHours: null },
          { ...LISTED, id: null, eventId: null, decision: 'Reject', delayHours: 0, amount: 0 },
        ],
      };
    }
    if (!path.includes('/observations/query')) return new Response(null, { status: 404 });
    const { by, axis } = body as Asked;
    if (axis === 'delay') return report({ bars: ['0', '1', '24'], total: series(null, [2, 1, 15]), series: [] });
    if (by === 'field:status' && axis !== 'score') {
      return report({ series: [series('Approved', [12, 2]), series('Declined', [3, 3])], seriesInAll: 2 });
    }
    if (by === 'observation') return report({ series: [series('bankEvent', [15, 5])], seriesInAll: 1 });
    return report(change);
  };
  const shown = await renderConsole(<ObservationReportPage />, {
    address: `/reports/observations?from=2026-11-01&to=2026-11-02${query}`,
    answer,
  });
  await screen.findByRole('heading', { level: 1, name: 'Observation report' });
  return { ...shown, lists };
};

describe('the observation report', () => {
  it('says how much was told, how much of it is about nothing known, and how long it took', async () => {
    await show();
    expect(await screen.findByText('Without assessment')).toBeTruthy();
    expect(screen.getByRole('link', { name: '10.0%' }).getAttribute('href')).toContain('pick=');
    expect((await screen.findAllByText('1–3 days')).length).toBeGreaterThan(0);
    expect(await screen.findByRole('slider', { name: /^What kinds of observations/ })).toBeTruthy();
  });

  it('lists the observations: those that are known lead to their event', async () => {
    await show();
    const list = await screen.findByRole('table', { name: 'Which observations are these?' });
    const link = within(list).getByRole('link', { name: 'p-1' });
    expect(link.getAttribute('href')).toContain('/search/purchase/');
    expect(within(list).queryByRole('link', { name: 'gone' })).toBeNull();
    expect(within(list).getByText('erased')).toBeTruthy();
  });

  it('shows the values of a field of one kind, and narrows the page to one', async () => {
    await show('&kind=bankEvent&by=status');
    const table = await screen.findByRole('table', { name: 'What do they say?' });
    expect(within(table).getByRole('row', { name: /Declined/ }).textContent).toContain('30.0%');
    const search = screen.getByRole('link', { name: 'Events with one in Search' }).getAttribute('href') ?? '';
    expect(decodeURIComponent(search)).toContain('observation~is~bankEvent');
    fireEvent.click(within(table).getByRole('button', { name: 'Declined' }));
    expect(await screen.findByRole('button', { name: 'Status: Declined' })).toBeTruthy();
  });

  it('narrows the list to the figure of an address, and widens it again', async () => {
    const pick = encodeURIComponent('[["linked","false"]]');
    const { lists } = await show(`&pick=${pick}&at=2026-11-02T00:00:00.000Z`);
    const widen = await screen.findByRole('button', { name: /No assessment/ });
    expect(lists.at(-1)).toMatchObject({
      from: '2026-11-02',
      to: '2026-11-02',
      filters: [{ dimension: 'linked', values: ['false'] }],
    });
    fireEvent.click(widen);
    await vi.waitFor(() => expect(lists.at(-1)).toMatchObject({ from: '2026-11-01', filters: [] }));
  });

  it('says what is missing where nothing was told', async () => {
    await show('', { total: series(null, [0, 0]) });
    expect(await screen.findByText('No observations in this period')).toBeTruthy();
  });
});

describe('figures and addresses', () => {
  it('find the middle delay, and none of nothing', () => {
    expect(middleDelay(report({ total: series(null, [2, 1, 15]) }))).toBe(24);
    expect(middleDelay(report({ total: series(null, []) }))).toBe(null);
  });

  it('read what the list is narrowed to, and nothing where it is not understood', () => {
    const picked = [{ dimension: 'field:status' as const, value: 'a/"b' }];
    expect(parsePick(formatPick(picked))).toEqual(picked);
    expect(parsePick('[["x","y"]]')).toEqual([]);
    expect(parsePick('{')).toEqual([]);
  });

  it('ask for the days of a bar that lie in the period', () => {
    const question = {
      assessment: 'purchase',
      period: null,
      from: '2026-11-04',
      to: '2026-11-20',
      step: 'week',
      compare: 'none',
      view: 'count',
      currency: null,
      includeChildren: true,
    } as const;
    expect(listBody(question, [], '2026-11-02T00:00:00.000Z')).toMatchObject({ from: '2026-11-04', to: '2026-11-08' });
    expect(listBody(question, [], 'x')).toMatchObject({ from: '2026-11-04', to: '2026-11-20' });
  });
});
