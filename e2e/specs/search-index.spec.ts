import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const TENANT_ID = '5d0c0000-0002-4000-8000-000000000001';

// The switch is for a whole tenant: it is turned in one that other journeys do not search.
test('an administrator switches search off, on again and has its index rebuilt', async ({ openAs }) => {
  const page = await openAs('otherTenantAdmin', `/adminsettings/search?tenant=${TENANT_ID}`);
  const { origin } = new URL(page.url());
  await expect(page.getByRole('heading', { level: 1, name: 'Search switch' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Size by environment' })).toBeVisible();
  await expectNoViolation(page);

  const off = page.getByRole('button', { name: 'Switch search off' });
  await off.focus();
  await page.keyboard.press('Enter');
  const asked = page.getByRole('alertdialog');
  await expect(asked).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await off.press('Enter');
  await asked.getByRole('button', { name: 'Switch search off' }).press('Enter');
  const done = page.getByText('Done', { exact: true });
  await expect(page.getByText('Removing the index')).toBeVisible();
  await expect(done).toBeVisible();

  await page.goto(`${origin}/search`);
  await expect(page.getByRole('heading', { name: 'Search is off' })).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Open the search switch' }).press('Enter');

  await page.getByRole('button', { name: 'Switch search on' }).press('Enter');
  await expect(asked.getByRole('checkbox', { name: 'Find stored events too' })).toBeChecked();
  await asked.getByRole('button', { name: 'Switch search on' }).press('Enter');
  await expect(page.getByText('Filling the index')).toBeVisible();
  await expect(done).toBeVisible();
  await page.getByRole('button', { name: 'Rebuild the index' }).press('Enter');
  await expect(done).toBeHidden();
  await expect(done).toBeVisible();
  await expectNoViolation(page);

  await page.goto(`${origin}/search`);
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Search is off' })).toBeHidden();
});
