import type { BilledRow, Billing } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { BillingPage } from './BillingPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const row = (change: Partial<BilledRow>): BilledRow => ({
  environmentId: '0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e97',
  environment: 'Shop',
  isDeleted: false,
  isProduction: true,
  part: 'purchase',
  assessments: 1200,
  others: 300,
  gigabytes: 0,
  cost: { used: 3, shared: 2, total: 5 },
  ...change,
});
const BILLING: Billing = {
  asOf: '2026-11-23T09:30:00.000Z',
  months: [
    { from: '2026-11-01T00:00:00.000Z', capability: 'purchase', assessments: 1200, others: 300, projected: 1600 },
  ],
  month: '2026-11',
  rows: [
    row({}),
    row({ part: 'storage', gigabytes: 1.5, cost: { used: 1.5, shared: 0, total: 1.5 }, isDeleted: true }),
  ],
  unassigned: 0,
  budgets: [
    {
      capability: 'purchase',
      budget: { amount: 1500, period: 'month', startsOn: '2026-01-01', alertsAt: [80, 100] },
      use: {
        from: '2026-11-01T00:00:00.000Z',
        to: '2026-12-01T00:00:00.000Z',
        used: 1200,
        percent: 80,
        projected: 1600,
      },
      changed: { by: 'Mara Lindqvist', at: '2026-11-01T09:30:00.000Z' },
      version: '1',
    },
    { capability: 'account', budget: null, use: null, changed: null, version: '0' },
  ],
  prices: {
    currency: 'EUR',
    purchase: 2,
    account: 0,
    assessment: 0,
    lossPrevention: 0,
    others: 2,
    storage: 1,
    shared: 2,
  },
  changed: { by: 'Mara Lindqvist', at: '2026-11-01T09:30:00.000Z' },
  version: '1',
  isWhole: true,
  canWrite: true,
};

const show = async (change: Partial<Billing> = {}) => {
  const sent: unknown[] = [];
  const answer: Answer = ({ path, body }) => {
    if (!path.includes('/billing')) return new Response(null, { status: 404 });
    if (path.endsWith('/budget')) {
      sent.push(body);
      return { capability: 'account', version: '2', budget: null };
    }
    if (!path.endsWith('/prices')) return { ...BILLING, ...change };
    sent.push(body);
    return { version: '2', prices: BILLING.prices };
  };
  await renderConsole(<BillingPage />, { address: '/adminsettings/billing', answer });
  await screen.findByRole('combobox', { name: 'Month' });
  return sent;
};

describe('billing', () => {
  it('adds up what environments used, those that are deleted too', async () => {
    await show();
    expect(screen.getByText('Total €6.50')).toBeTruthy();
    const grid = within(screen.getByRole('grid'));
    expect(grid.getByText('Shop (deleted)')).toBeTruthy();
    expect(grid.getByText('1.5 GB')).toBeTruthy();
    expect(grid.getByText('€5.00')).toBeTruthy();
  });

  it('says what is missing', async () => {
    await show({ prices: null, isWhole: false, rows: [row({ cost: null })], changed: null, version: '0' });
    expect(screen.getByText('No prices are set: usage is shown without costs.')).toBeTruthy();
    expect(screen.getByText('Environments whose billing you may not see are left out.')).toBeTruthy();
    expect(screen.queryByText(/^Total €/)).toBeNull();
  });

  it('sends prices as they are typed, and none that are no numbers', async () => {
    const sent = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Prices' }));
    const field = screen.getByRole('textbox', { name: '1,000 other calls' });
    const save = () => screen.getByRole('button', { name: 'Save' });
    fireEvent.change(field, { target: { value: 'much' } });
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
    fireEvent.change(field, { target: { value: '2,5' } });
    await waitFor(() => expect(save().getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(save());
    await waitFor(() => expect(sent).toEqual([{ version: '1', prices: { ...BILLING.prices, others: 2.5 } }]));
  });

  it('says what is used of budgets, and nothing of what has none', async () => {
    await show();
    const budgets = within(screen.getByRole('region', { name: 'Budgets' }));
    expect(
      budgets.getByText('1,200 of 1,500 assessments since Nov 1, 2026 (80.0%); at this pace 1,600 by Nov 30, 2026'),
    ).toBeTruthy();
    expect(budgets.queryByText('Account protection')).toBeNull();
    cleanup();
    const [first] = BILLING.budgets;
    await show({ isWhole: false, budgets: first ? [{ ...first, use: null }] : [] });
    expect(screen.getByText('1,500 assessments; use is shown to those who may see every environment')).toBeTruthy();
    cleanup();
    await show({ budgets: [] });
    expect(screen.queryByRole('region', { name: 'Budgets' })).toBeNull();
  });

  it('sets the budget of a capability and takes one away', async () => {
    const sent = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Budgets' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Capability' }), { target: { value: 'account' } });
    const save = () => screen.getByRole('button', { name: 'Save' });
    fireEvent.change(screen.getByRole('textbox', { name: 'Assessments in a period' }), { target: { value: '9000' } });
    const alerts = screen.getByRole('textbox', { name: 'Alerts, in percent' });
    fireEvent.change(alerts, { target: { value: '90, 50' } });
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
    fireEvent.change(alerts, { target: { value: '50 90 %' } });
    await waitFor(() => expect(save().getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(save());
    const budget = { amount: 9000, period: 'month', startsOn: '2026-11-01', alertsAt: [50, 90] };
    await waitFor(() => expect(sent).toEqual([{ capability: 'account', version: '0', budget }]));

    fireEvent.click(await screen.findByRole('button', { name: 'Budgets' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove budget' }));
    await waitFor(() => expect(sent[1]).toEqual({ capability: 'purchase', version: '1', budget: null }));
  });
});
