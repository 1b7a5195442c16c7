import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import {
  LIMITS,
  WATCH,
  NIGHT,
  ruleOf,
  REPORT,
  WITH_MONEY,
  show,
  cellOf,
  whereOf,
  names,
} from './rule-report-fixtures.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

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

  it('says what became of the hits of each rule, and what the bank made of them where it answered', async () => {
    await show('?show=labels');
    const table = await screen.findByRole('table', { name: 'Decision rules' });
    expect(within(table).queryByRole('columnheader', { name: /^Approved by the bank/ })).toBeNull();
    const [row] = within(table).getAllByRole('row', { name: /Amounts/ });
    // 3 of 20 hits; 3 of 12 that have a label.
    expect(cellOf(table, row, 'Fraud rate').textContent).toBe('15.0%3');
    expect(cellOf(table, row, 'Fraud of labelled').textContent).toBe('25%');
    const good = within(cellOf(table, row, 'Not fraud')).getByRole('link', { name: '9' });
    expect(whereOf(good)).toContain(`hit~is~${LIMITS}`);
    cleanup();
    const counts = { hits: 20, bankApproved: 3, bankDeclined: 1 };
    await show('?show=labels', {
      ...REPORT,
      rules: [ruleOf(LIMITS, 'Amounts', counts), ruleOf(WATCH, 'Parcels', { hits: 5 })],
    });
    const answered = await screen.findByRole('table', { name: 'Decision rules' });
    fireEvent.click(within(answered).getByRole('button', { name: 'Approved by the bank' }));
    await waitFor(() => expect(names(answered)[0]).toMatch(/^Amounts/));
    const [first] = within(answered).getAllByRole('row', { name: /Amounts/ });
    expect(cellOf(answered, first, 'Sent to the bank').textContent).toBe('4');
    expect(cellOf(answered, first, 'Approved by the bank').textContent).toBe('75.0%');
  });

  it('says how hits were decided, and which share of all hits they are', async () => {
    await show('?show=count', {
      ...REPORT,
      rules: [
        ruleOf(LIMITS, 'Amounts', { hits: 30, decided: 24, rejected: 18, reviewed: 6, fraud: 3 }),
        ruleOf(NIGHT, 'Night orders', { hits: 10, decided: 10, rejected: 1, approved: 9 }),
      ],
    });
    const table = await screen.findByRole('table', { name: 'Decision rules' });
    const [row] = within(table).getAllByRole('row', { name: /Amounts/ });
    expect(cellOf(table, row, 'Share of hits').textContent).toBe('75.0%');
    expect(cellOf(table, row, 'Review rate').textContent).toBe('20.0%6');
    expect(cellOf(table, row, 'Fraud rate').textContent).toBe('10.0%3');
    expect(
      within(table).getByRole('img', {
        name: 'Distribution: Reject 60.0% (18), Review 20.0% (6), not decided by it 20.0% (6)',
      }),
    ).toBeTruthy();
    const rejected = whereOf(within(cellOf(table, row, 'Reject rate')).getByRole('link', { name: '60.0%' }));
    expect(rejected).toContain(`decidedBy~is~${LIMITS}`);
    expect(rejected).toContain('decision~is~Reject');
    expect(within(table).getByRole('columnheader', { name: 'Review rate' }).getAttribute('title')).toBe(
      'Hits that it sent to review, divided by its hits, and how many.',
    );
    fireEvent.click(within(table).getByRole('button', { name: 'Share of hits' }));
    await waitFor(() => expect(names(table)[0]).toMatch(/^Amounts/));
    fireEvent.click(within(table).getByRole('button', { name: 'Share of hits ↓' }));
    await waitFor(() => expect(names(table)[0]).toMatch(/^Night orders/));
  });

  it('says nothing about decisions of rules that only observe', async () => {
    await show('?tab=observe');
    const table = await screen.findByRole('table', { name: 'Observe rules' });
    expect(within(table).queryByRole('columnheader', { name: /^Distribution/ })).toBeNull();
    expect(within(table).getByRole('columnheader', { name: /^Share of hits/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reject rate' })).toBeNull();
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
    const where = whereOf(link);
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
    fireEvent.click(await screen.findByRole('button', { name: 'Decisions' }));
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
