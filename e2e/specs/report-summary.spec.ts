import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a manager reads what a week came to, as amounts and as tables, and follows a figure to its events', async ({
  openAs,
  merchant,
}) => {
  const id = `summary-${Date.now()}`;
  await merchant.purchase({ purchaseId: id, totalAmount: 42, currency: 'EUR', user: { userId: id } });
  const page = await openAs('productAdmin', '/reports/summary?period=7d');
  await expect(page.getByRole('heading', { level: 1, name: 'Summary report' })).toBeVisible();
  const charts = page.getByRole('main').getByRole('slider');
  await expect(charts.first()).toBeVisible();
  await expectNoViolation(page);

  await page.getByRole('button', { name: 'Amount', exact: true }).click();
  await expect(page).toHaveURL(/view=amount/);
  await page.getByRole('main').press('t');
  await expect(page).toHaveURL(/as=table/);
  await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
  await expectNoViolation(page);

  await page.getByRole('button', { name: 'Count', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.locator('[data-command="export"]').first().click();
  expect((await download).suggestedFilename()).toMatch(/^summary-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);

  const events = page.locator('dl dt', { hasText: 'Events' }).locator('..').getByRole('link');
  await events.click();
  await expect(page).toHaveURL(/\/search\?/);
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
});
