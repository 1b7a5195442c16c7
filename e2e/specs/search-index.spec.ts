import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an administrator switches search off and on again, and events are found as before', async ({
  openAs,
  merchant,
}) => {
  const userId = `switched-${Date.now()}`;
  await merchant.purchase({ purchaseId: `${userId}-1`, totalAmount: 12, currency: 'EUR', user: { userId } });
  const page = await openAs('productAdmin', '/adminsettings/configuration');
  const { origin } = new URL(page.url());
  await page.getByRole('link', { name: 'Search switch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Search switch' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Size by environment' })).toBeVisible();
  await expectNoViolation(page);

  const off = page.getByRole('button', { name: 'Switch search off' });
  await off.focus();
  await page.keyboard.press('Enter');
  const asked = page.getByRole('alertdialog');
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  await off.click();
  await asked.getByRole('button', { name: 'Switch search off' }).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });

  await page.goto(`${origin}/search`);
  await expect(page.getByRole('heading', { name: 'Search is off' })).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Open the search switch' }).click();

  await page.getByRole('button', { name: 'Switch search on' }).click();
  await asked.getByRole('button', { name: 'Switch search on' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  await expect(page.getByText('Filling the index')).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Rebuild the index' }).click();
  await expect(page.getByText('Rebuilding the index: removing the old one').or(page.getByText('Filling the index'))).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });

  await page.goto(`${origin}/search?where=userId~is~${userId}`);
  await expect(page.getByRole('grid', { name: 'Events' })).toBeVisible();
});
