import type { ReportedRule } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../../testing/give-layout.ts';
import { LIMITS, NIGHT, REPORT, WITH_MONEY, show } from '../rule-report-fixtures.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

describe('the chart of the report of rules', () => {
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

  it('draws clauses as lines, which stand in the address and lead to their events', async () => {
    const bar = (counts: ReportedRule['total']['counts']) => [{ counts, amounts: {} }];
    const [, amounts] = REPORT.rules;
    const clauses = (amounts?.clauses ?? []).map((clause, at) => ({
      ...clause,
      name: at === 0 ? 'High, at night' : clause.name,
      bars: bar({ hits: 4, decided: 4, rejected: 3 - at }),
    }));
    const { address } = await show(`?period=28d&step=day&open=${LIMITS}&picked=${NIGHT}`, {
      ...REPORT,
      asOf: '2026-11-23T23:30:00.000Z',
      rules: REPORT.rules.map((rule) => ({
        ...rule,
        clauses: rule.id === LIMITS ? clauses : [],
        bars: bar({ hits: rule.id === NIGHT ? 2 : 6, decided: 2, rejected: 1 }),
      })),
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Show Amounts · High, at night in the chart' }));
    const key = `${LIMITS} High%2C%20at%20night`;
    await waitFor(() => expect(new URLSearchParams(address()).get('picked')).toBe(`${NIGHT},${key}`));
    const chart = await screen.findByRole('slider', { name: /^Over time · Matches/ });
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/Night orders 2, Amounts · High, at night 4/);
    const measures = within(screen.getByRole('group', { name: 'Measure' }));
    fireEvent.click(measures.getByRole('button', { name: 'Share of hits' }));
    const share = await screen.findByRole('slider', { name: /^Over time · Share of hits/ });
    fireEvent.keyDown(share, { key: 'Home' });
    // Of the hits of the two rules that decide; clauses are parts of them.
    expect(share.getAttribute('aria-valuetext')).toMatch(/Night orders 25\.0%, Amounts · High, at night 50\.0%/);
    fireEvent.click(measures.getByRole('button', { name: 'Reject rate' }));
    const rate = await screen.findByRole('slider', { name: /^Over time · Reject rate/ });
    fireEvent.keyDown(rate, { key: 'Home' });
    expect(rate.getAttribute('aria-valuetext')).toMatch(/Amounts · High, at night 75\.0%/);
    fireEvent.keyDown(rate, { key: 'ArrowDown' });
    fireEvent.keyDown(rate, { key: 'Enter' });
    await waitFor(() => expect(address()).toMatch(/^\/search/));
    const where = new URLSearchParams(address().slice(address().indexOf('?'))).get('where') ?? '';
    expect(decodeURIComponent(where)).toContain(`decidedBy~is~${LIMITS} High, at night`);
    expect(where).toContain('decision~is~Reject');
  });

  it('puts the clauses of a rule into the chart at once', async () => {
    const { address } = await show(`?open=${LIMITS}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Draw the clauses of Amounts' }));
    await waitFor(() => expect(new URLSearchParams(address()).get('picked')).toBe(`${LIMITS} High,${LIMITS} Never`));
    expect(screen.getAllByRole('checkbox', { name: /in the chart$/, checked: true })).toHaveLength(2);
  });

  it('stays empty once nothing is ticked', async () => {
    const { address } = await show(`?period=28d&picked=${NIGHT}`);
    const pick = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Show Night orders in the chart' });
    fireEvent.click(pick);
    await waitFor(() => expect(pick.checked).toBe(false));
    expect(screen.queryByRole('checkbox', { name: /in the chart$/, checked: true })).toBeNull();
    expect(screen.getByRole('region', { name: 'Over time · Matches' }).textContent).toContain(
      'No rule or clause is ticked.',
    );
    fireEvent.click(pick);
    await waitFor(() => expect(new URLSearchParams(address()).get('picked')).toBe(NIGHT));
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
});
