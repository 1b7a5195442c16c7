import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a fraud engineer sees which value carries the fraud, narrows the report to it, and makes a draft rule of it', async ({
  openAs,
  merchant,
}) => {
  const id = `threat-${Date.now()}`;
  const segment = `Segment ${id}`;
  await merchant.purchase({
    purchaseId: id,
    totalAmount: 42,
    currency: 'EUR',
    merchantBusinessSegment: segment,
    user: { userId: id },
  });
  await merchant.label(id, true);
  const page = await openAs('fraudEngineer', '/reports/threats?period=7d&by=businessSegment&of=fraud');
  await expect(page.getByRole('heading', { level: 1, name: 'Threat report' })).toBeVisible();
  const row = page
    .getByRole('table', { name: 'Which values carry it?' })
    .getByRole('row', { name: new RegExp(segment) });
  // Sums and labels follow the log within seconds.
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('100.0%', { timeout: 5000 });
  }).toPass();
  await expectNoViolation(page);

  await row.getByRole('link', { name: '1', exact: true }).first().click();
  await expect(page).toHaveURL(/\/search\?.*businessSegment/);
  await expect(page.getByRole('row', { name: new RegExp(id) }).first()).toBeVisible();

  await page.goBack();
  await row.getByRole('button', { name: segment, exact: true }).click();
  await expect(page).toHaveURL(/where=/);
  const events = page
    .locator('dl dt', { hasText: 'Events' })
    .locator('..')
    .getByRole('link', { name: '1', exact: true });
  await expect(events).toBeVisible();

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Create rule' }).click();
  await expect(page).toHaveURL(/\/fraud\/purchase\/rules\?.*rule=/);
  await expect(page.getByRole('textbox', { name: /Code of/ }).filter({ hasText: segment })).toBeVisible();
});
