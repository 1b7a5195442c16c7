import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('axe finds nothing in the inventory and around a resource', async ({ openAs }) => {
      const page = await openAs('fraudEngineer', '/data/rulesconfiguration');
      await expect(page.getByRole('gridcell', { name: 'Country to watch' })).toBeVisible();
      await expectNoViolation(page);
      await page.getByRole('link', { name: 'Who reads what' }).click();
      await page.getByRole('gridcell', { name: 'Countries to watch', exact: true }).click();
      await expect(page.getByRole('table', { name: 'Read by' })).toBeVisible();
      await expectNoViolation(page);
    });
  });
}

test('what reads a list is found, another list in its place is refused, and environments are compared', async ({
  openAs,
}) => {
  const page = await openAs('fraudEngineer', '/data');
  const lists = page.getByRole('row', { name: /^Lists/ });
  await expect(lists.getByRole('cell', { name: /^\d+$/ })).toBeVisible();
  await lists.getByRole('link', { name: /unused/ }).click();
  await expect(page.getByRole('button', { name: /^Unused/, pressed: true })).toBeVisible();
  await page.getByRole('button', { name: /^Unused/ }).click();
  await page.getByRole('searchbox').fill('countries');
  await page.getByRole('gridcell', { name: 'Countries to watch', exact: true }).click();
  const readBy = page.getByRole('table', { name: 'Read by' });
  // Not that of a branch, which another journey may make meanwhile.
  const reader = readBy.getByRole('row', { name: /^Country to watch Rule · Purchase(?! ·)/ });
  await expect(reader.getByRole('link', { name: 'Country to watch' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Instead' }).selectOption('Trusted customers');
  await page.getByRole('button', { name: 'Show the difference' }).click();
  await expect(page.getByRole('list', { name: 'Why it cannot be done' })).toContainText('has no column');
  await expect(page.getByRole('button', { name: /^Replace in/ })).toHaveCount(0);

  await page.getByRole('figure').getByRole('button', { name: 'Country to watch' }).first().click();
  await expect(page.getByRole('table', { name: 'Reads' })).toContainText('Countries to watch');

  await page.getByRole('link', { name: 'Compare environments' }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Europe');
  await expect(page.getByText(/^\d+ differences?$/)).toBeVisible();
  await page.locator('summary', { hasText: 'Country to watch' }).click();
  await expect(page.getByText('rule: Country to watch')).toBeVisible();
});

test('several rules are deactivated and activated together, by keyboard, after what runs then was shown', async ({
  openAs,
}) => {
  const page = await openAs('fraudEngineer', '/data/rulesconfiguration?find=Country%20to%20watch');
  await expect(page.getByRole('gridcell', { name: 'Country to watch' })).toBeVisible();
  const change = async (to: 'inactive' | 'active', verb: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Change several…' }).press('Enter');
    await page.getByRole('radio', { name: to, exact: true }).press('Space');
    await page.getByRole('checkbox', { name: 'Country to watch' }).press('Space');
    await expect(page.getByRole('heading', { name: 'What runs then, in this order' })).toBeVisible();
    await expectNoViolation(page);
    await page.getByRole('button', { name: verb }).press('Enter');
    await expect(page.getByText('1 rule changed').first()).toBeVisible();
  };
  await change('inactive', /^Deactivate 1 rule$/);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Inactive');
  await expect(page.getByRole('gridcell', { name: 'Country to watch' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Any status');
  await change('active', /^Activate 1 rule$/);
});

test('the inventory is walked by keyboard, and a viewer replaces nothing', async ({ openAs }) => {
  const page = await openAs('viewer', '/data/rulesconfiguration?tab=uses');
  await expect(page.getByText('Read only').first()).toBeVisible();
  await page.getByRole('searchbox').fill('Blocked e-mails');
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Read by' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the difference' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change several…' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Read by' })).toHaveCount(0);
});
