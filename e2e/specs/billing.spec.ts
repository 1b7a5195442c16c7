import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an administrator sets prices and sees what the tenant used and what it costs', async ({ openAs, merchant }) => {
  await merchant.purchase({ purchaseId: `billing-${Date.now()}`, totalAmount: 12, currency: 'EUR' });
  const page = await openAs('productAdmin', '/adminsettings/billing');
  const grid = page.getByRole('grid', { name: 'Subscription and billing' });
  // Counts are written beside ingestion, a moment after the answer.
  await expect(async () => {
    await page.reload();
    await expect(grid.getByText('Purchase protection').first()).toBeVisible();
  }).toPass();
  await expectNoViolation(page);

  await page.getByRole('button', { name: 'Prices' }).click();
  await page.getByRole('textbox', { name: 'Currency' }).fill('EUR');
  await page.getByRole('textbox', { name: '1,000 assessments of purchase protection' }).fill('2500');
  await page.getByRole('textbox', { name: 'Models and other fixed costs, a month' }).fill('90.5');
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The prices are saved')).toBeVisible();
  await expect(page.getByText(/^Total €/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV for charge-back' }).click();
  expect((await download).suggestedFilename()).toMatch(/^billing-\d{4}-\d{2}\.csv$/);

  await page.getByRole('link', { name: 'Usage of the tenant' }).click();
  const calls = page.getByRole('grid', { name: 'Usage of the tenant' });
  await expect(calls.getByText('Purchase', { exact: true }).first()).toBeVisible();
  await expectNoViolation(page);
});

test('an administrator plans usage and sees how much of it is used', async ({ openAs, merchant }) => {
  await merchant.purchase({ purchaseId: `budget-${Date.now()}`, totalAmount: 12, currency: 'EUR' });
  const page = await openAs('productAdmin', '/settings/usage/summary');
  await page.getByRole('button', { name: 'Budgets' }).click();
  await page.getByRole('textbox', { name: 'Assessments in a period' }).fill('1');
  await page.getByRole('textbox', { name: 'Alerts, in percent' }).fill('50, 100');
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The budget is saved')).toBeVisible();
  const budgets = page.getByRole('region', { name: 'Budgets' });
  // Counts are written beside ingestion, a moment after the answer.
  await expect(async () => {
    await page.reload();
    await expect(budgets.getByText(/^[\d,]+ of 1 assessments since .* \([1-9][\d,.]*%\)/)).toBeVisible();
  }).toPass();
  await expectNoViolation(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('usage-by-month.csv');

  await page.getByRole('button', { name: 'Budgets' }).click();
  await page.getByRole('button', { name: 'Remove budget' }).click();
  await expect(page.getByText('The budget is removed')).toBeVisible();
  await expect(budgets).toHaveCount(0);
});
