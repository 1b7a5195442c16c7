import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '../support/test.ts';

const SCREENS = [
  { name: 'the dashboard', path: '/' },
  { name: 'the purchase rules', path: '/fraud/purchase/rules' },
  { name: 'the lists', path: '/data/lists/custom' },
  { name: 'search', path: '/search' },
  { name: 'the API errors', path: '/data/apimanagement/errors' },
  { name: 'a page that is not built yet', path: '/reports/summary' },
] as const;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const expectNoViolation = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
};

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    for (const screen of SCREENS) {
      test(`axe finds nothing on ${screen.name}`, async ({ openAs, merchant }) => {
        await merchant.purchase({ purchaseId: `axe-${Date.now()}-${Math.random()}`, totalAmount: 12, currency: 'EUR' });
        await expectNoViolation(await openAs('productAdmin', screen.path));
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
      await expectNoViolation(page);
      await page.goto(`${demo.origin}/fraud/purchase/rules`);
      await page.getByRole('link', { name: /New account, expensive basket/ }).click();
      await expect(page.getByRole('textbox', { name: /Code of/ }).first()).toBeVisible();
      await expectNoViolation(page);
    });
  });
}

test('axe finds nothing on the sign-in page', async ({ page, demo }) => {
  await page.goto(demo.origin);
  await page.waitForURL(/\/idp-login\//);
  await expectNoViolation(page);
});
