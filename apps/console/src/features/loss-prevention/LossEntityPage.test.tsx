import type { LossDetail } from '@redoubt/contracts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keepLayout } from '../../testing/keep-layout.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { LossEntityPage } from './LossEntityPage.tsx';

keepLayout();

const transactionOf = (
  id: string,
  kind: LossDetail['transactions'][number]['kind'],
  amount: number,
): LossDetail['transactions'][number] => ({
  id,
  receiptAt: '2026-10-03T10:00:00.000Z',
  kind,
  staff: 's-4',
  isStaffFlagged: false,
  terminalId: 't-1',
  currency: 'EUR',
  amount,
  discount: 0,
  manualDiscount: 0,
  hasReceipt: kind === 'return' ? false : null,
  paymentMethods: ['cash'],
  categories: [],
});

const DETAIL: LossDetail = {
  kind: 'staff',
  id: 's-4',
  canWrite: false,
  maxScore: 800,
  averageScore: 700,
  scoreCount: 2,
  months: [],
  reasons: [],
  transactions: [
    transactionOf('r-1', 'sale', 41.9),
    transactionOf('r-2', 'return', 12),
    transactionOf('r-3', 'void', 5),
  ],
  findings: [],
};

it('tells what was bought from what was given back', async () => {
  await renderConsole(<LossEntityPage />, {
    address: '/fraud/lossprevention/staff/s-4',
    answer: () => DETAIL,
  });
  const table = await screen.findByRole('table', { name: 'Transactions of the last six months' });
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  const column = (head: string) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.children[heads.indexOf(head)]?.textContent);
  expect(column('Purchase')).toEqual(['€41.90', '–', '€5.00']);
  expect(column('Return')).toEqual(['–', '€12.00', '–']);
});
