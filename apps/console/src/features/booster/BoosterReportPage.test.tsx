import type { BoosterReport } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import '../../testing/no-layout.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { BoosterReportPage } from './BoosterReportPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const estimate = (value: number, lower: number, upper: number) => ({ value, lower, upper });
const TOTAL = {
  shared: { purchases: 90, approved: 56, declined: 14 },
  heldOut: { purchases: 80, approved: 48, declined: 32 },
  sharedRate: estimate(0.8, 0.69, 0.88),
  heldOutRate: estimate(0.6, 0.49, 0.7),
  difference: estimate(0.2, 0.0524, 0.3339),
  gained: estimate(14, 3.7, 23.4),
  isEnough: false,
};
const REPORT: BoosterReport = {
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-14T10:00:00.000Z',
  total: TOTAL,
  failed: 3,
  answers: [],
  amounts: [{ currency: 'EUR', sharedAsked: 700, sharedApproved: 560, heldOutAsked: 800, heldOutApproved: 480 }],
  periods: [{ ...TOTAL, from: '2026-03-01T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }],
  rows: [{ ...TOTAL, value: 'First Bank' }],
  least: 100,
};

const show = async (report: BoosterReport) => {
  const paths: string[] = [];
  await renderConsole(<BoosterReportPage />, {
    address: '/settings/transactionacceptancebooster/report',
    answer: ({ path }) => {
      paths.push(path);
      return report;
    },
  });
  return paths;
};

describe('the report of the booster', () => {
  it('shows both rates, the difference with its interval, and that it is too early', async () => {
    await show(REPORT);
    expect(await screen.findByText('+5.2% … +33.4%')).toBeTruthy();
    expect(screen.getByText(/Each of the two needs at least: 100/)).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Issuer or network' });
    expect(within(table).getByRole('row', { name: /First Bank 90 80\.0% 80 60\.0% \+20\.0%/ })).toBeTruthy();
    expect(screen.getByText('EUR: shared 560 of 700, held out 480 of 800')).toBeTruthy();
  });

  it('asks for another part by the address', async () => {
    const paths = await show(REPORT);
    fireEvent.change(await screen.findByRole('combobox', { name: 'Part by' }), { target: { value: 'bin' } });
    await waitFor(() => expect(paths.some((path) => path.includes('by=bin'))).toBe(true));
  });

  it('says that nothing was shared', async () => {
    await show({ ...REPORT, rows: [] });
    expect(await screen.findByText('No purchase was shared or held out in this time.')).toBeTruthy();
  });
});
