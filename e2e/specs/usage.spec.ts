import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('calls are counted as used, by month and in detail', async ({ openAs, merchant }) => {
  await merchant.purchase({ purchaseId: `usage-${Date.now()}`, totalAmount: 12, currency: 'EUR' });
  const page = await openAs('viewer', '/settings/usage');
  await expect(page).toHaveURL(/\/settings\/usage\/summary/);
  // Counts are written beside ingestion, a moment after the answer.
  await expect(async () => {
    await page.reload();
    const months = page.getByRole('grid', { name: 'Usage summary' });
    await expect(months.getByText('Purchase protection').first()).toBeVisible();
  }).toPass();
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Details' }).click();
  const grid = page.getByRole('grid', { name: 'Usage details' });
  await expect(grid.getByText('Purchase', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByRole('button', { name: 'By hour' }).click();
  await expect(page).toHaveURL(/unit=hour/);
  await expect(grid.getByText('Purchase', { exact: true }).first()).toBeVisible();
  await expectNoViolation(page);
});
