import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('roles of an application are given and taken away by keyboard', async ({ openAs }) => {
  const name = `Access ${Date.now()}`;
  const page = await openAs('productAdmin', '/integration/aadapp/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create application' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: `${name} may call now` })).toBeVisible();

  await page.goto(new URL('/settings/access/apps', page.url()).href);
  const rows = page.getByRole('grid', { name: 'Access of applications' }).getByRole('row').filter({ hasText: name });
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Assign roles' }).press('Enter');
  const panel = page.getByRole('complementary', { name: 'Assign roles' });
  await panel.getByRole('searchbox', { name: 'Name, id' }).fill(name);
  await panel.getByRole('combobox', { name: 'Environment' }).selectOption({ label: 'Europe' });
  const assign = panel.getByRole('button', { name: 'Assign', exact: true });
  await expect(assign).toBeDisabled();
  await panel.getByRole('checkbox', { name: /^Historical_API/ }).press('Space');
  await expectNoViolation(page);
  await assign.press('Enter');
  await expect(panel).toHaveCount(0);

  const given = rows.filter({ hasText: 'Europe' });
  await given.getByText('Historical_API').click();
  await page.getByRole('complementary', { name }).getByRole('button', { name: 'Take roles away' }).press('Enter');
  await expectNoViolation(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take roles away' }).press('Enter');
  await expect(rows).toHaveCount(1);
});

test('a viewer sees roles of applications and gives none', async ({ openAs }) => {
  const page = await openAs('viewer', '/settings/access/apps');
  await expect(page.getByRole('grid', { name: 'Access of applications' }).getByText('Risk_API').first()).toBeVisible();
  await expect(page.getByText('Read only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Assign roles' })).toHaveCount(0);
  await expectNoViolation(page);
});
