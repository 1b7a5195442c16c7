import { expectNoViolation } from '../support/axe.ts';
import { expect, test, reachAccounts, type Page } from '../support/test.ts';

const SCREENS = [
  { name: 'the dashboard', path: '/' },
  { name: 'the purchase rules', path: '/fraud/purchase/rules' },
  { name: 'the lists', path: '/data/lists/custom' },
  { name: 'search', path: '/search' },
  { name: 'the API errors', path: '/data/apimanagement/errors' },
  { name: 'a page that is not built yet', path: '/reports/summary' },
] as const;

const expectNoViolationOnPage = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolation(page);
};

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    for (const screen of SCREENS) {
      test(`axe finds nothing on ${screen.name}`, async ({ openAs, merchant }) => {
        await merchant.purchase({ purchaseId: `axe-${Date.now()}-${Math.random()}`, totalAmount: 12, currency: 'EUR' });
        await expectNoViolationOnPage(await openAs('productAdmin', screen.path));
      });
    }

    test('axe finds nothing on the details of an event and on a rule', async ({ openAs, merchant, demo }) => {
      const purchaseId = `axe-${Date.now()}-${Math.random()}`;
      await merchant.purchase({ purchaseId, totalAmount: 480, currency: 'EUR', user: { userId: 'nora' } });
      const page = await openAs('productAdmin', `/search/purchase/${demo.environmentId}/${purchaseId}`);
      await expect(async () => {
        await page.reload();
        await expect(page.getByRole('heading', { level: 1, name: /Purchase of/ })).toBeVisible({ timeout: 3000 });
      }).toPass();
      await expectNoViolationOnPage(page);
      await page.goto(`${demo.origin}/fraud/purchase/rules`);
      await page.getByRole('link', { name: /New account, expensive basket/ }).click();
      await expect(page.getByRole('textbox', { name: /Code of/ }).first()).toBeVisible();
      await expectNoViolationOnPage(page);
    });
  });
}

test('axe finds nothing on the sign-in page', async ({ page, demo }) => {
  await page.goto(demo.origin);
  await page.getByLabel('Sign-in code').waitFor();
  await expectNoViolationOnPage(page);
  await reachAccounts(page);
  await expectNoViolationOnPage(page);
});
