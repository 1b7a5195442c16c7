import { expect, test } from '../support/test.ts';

test('pages, palette and overview are reached without a mouse', async ({ openAs }) => {
  const page = await openAs('fraudEngineer');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('custom li');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Custom lists' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(
    page
      .getByRole('dialog')
      .or(page.getByRole('heading', { name: 'Keyboard shortcuts' }))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase rules' })).toBeVisible();
});
