import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('the rule language can be looked up from the help menu', async ({ openAs }) => {
  const page = await openAs('viewer');
  await page.getByRole('banner').getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Rule language' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rule language' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Function, operator, word' }).fill('DaysSince');
  const main = page.getByRole('main');
  await expect(main.locator('dt').first()).toHaveText('DaysSince(date: DateTime): Int32');
  await expect(main.getByText('DaysSince(@"user.creationDate")', { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/find=DaysSince/);

  await page.getByRole('searchbox').fill('nothing like this');
  await expect(main.getByText('No entry fits')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page
    .getByRole('navigation', { name: 'Parts of the guide' })
    .getByRole('link', { name: /^Dates/ })
    .click();
  await expect(main.getByRole('heading', { level: 2, name: 'Dates' })).toBeInViewport();
});

test('the guide speaks the language of its reader, and is searched in it', async ({ openAs }) => {
  const page = await openAs('viewer', '/help/language?mkt=de-DE');
  await page.getByRole('searchbox').fill('tage vom datum');
  const main = page.getByRole('main');
  await expect(main.locator('dt').first()).toHaveText('DaysSince(date: DateTime): Int32');
  await expect(main.locator('dd').first()).toContainText('Ganze Tage vom Datum bis jetzt.');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the guide in the ${colorScheme} theme`, async ({ openAs, page }) => {
    await page.emulateMedia({ colorScheme });
    await openAs('viewer', '/help/language');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolation(page);
  });
}
