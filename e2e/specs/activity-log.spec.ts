import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('the activity log is checked and searched, and an entry leads to what shares a fact with it', async ({
  openAs,
}) => {
  const page = await openAs('productAdmin', '/settings/audit?range=13mo');
  const grid = page.getByRole('grid', { name: 'Entries of the activity log' });
  await expect(grid.getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/^Unchanged up to entry \d/)).toBeVisible();
  await expectNoViolation(page);

  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('checkbox', { name: 'Create', exact: true }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/where=operation/);
  await expect(grid.getByText('Create', { exact: true }).first()).toBeVisible();
  await expect(grid.getByText('Change', { exact: true })).toHaveCount(0);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('activity-log.csv');

  await grid.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible();
  await expectNoViolation(page);
  await page.getByTitle('Find entries with the same: Operation').click();
  await expect(page).toHaveURL(/\/settings\/audit\?range=13mo&where=operation/);
  await expect(grid.getByText('Create', { exact: true }).first()).toBeVisible();

  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await navigation.getByRole('link', { name: 'Activity logs' }).click();
  await expect(page).not.toHaveURL(/where=/);
  await expect(grid.getByText('Export', { exact: true }).first()).toBeVisible();
});
