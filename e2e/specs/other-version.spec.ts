import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a server of another version is told calmly, and a reload puts it right', async ({ openAs }) => {
  const page = await openAs('viewer');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const bar = page.getByText('The server is of another version than this page.', { exact: false });
  await expect(bar).toBeHidden();

  // The route stays to the end: taking it away while an answer is fetched would answer that request twice.
  let isOther = true;
  await page.route('**/platform/**', async (route) => {
    if (!isOther) {
      await route.continue();
      return;
    }
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-redoubt-console': 'index-other.js' } });
  });
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(bar).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expectNoViolation(page);

  isOther = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expect(bar).toBeHidden();
});
