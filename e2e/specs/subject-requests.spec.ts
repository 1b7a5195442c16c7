import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a person is found and erased, and no record remains', async ({ openAs, merchant, demo }) => {
  const userId = `subject-${Date.now()}`;
  const purchaseId = `${userId}-order`;
  const purchase = { totalAmount: 12, currency: 'EUR', user: { userId, firstName: 'Thea' } };
  await merchant.purchase({ ...purchase, purchaseId });
  await merchant.purchase({ ...purchase, purchaseId: `${purchaseId}-2` });

  const page = await openAs('productAdmin', '/settings/subject');
  await expect(page).toHaveURL(/\/settings\/subject\/search/);
  const value = page.getByLabel('Value');
  const counts = page.getByRole('table');
  // Search rows are written a moment after the answer.
  await expect(async () => {
    await value.fill('');
    await value.fill(userId);
    await value.press('Enter');
    await expect(counts.getByRole('row', { name: 'Purchase 2' })).toBeVisible();
  }).toPass();
  await expectNoViolation(page);

  await page.getByRole('radio', { name: /^Export/ }).focus();
  await page.keyboard.press('ArrowDown');
  const submit = page.getByRole('button', { name: 'Ask for the deletion' });
  await expect(submit).toBeDisabled();
  await page.getByLabel(/to confirm$/).fill(userId);
  await expectNoViolation(page);
  await page.getByLabel(/to confirm$/).press('Enter');

  await expect(page).toHaveURL(/\/settings\/subject\/requests/);
  const panel = page.getByRole('complementary', { name: 'Deletion of a person’s data' });
  await expect(panel.getByText('Complete', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByText('Purchase: 2')).toBeVisible();
  await expect(page.getByText(userId)).toHaveCount(0);
  await expectNoViolation(page);

  await page.goto(`${demo.origin}/search/purchase/${demo.environmentId}/${purchaseId}`);
  await expect(page.getByRole('heading', { name: 'This event was erased' })).toBeVisible();
});

test('who may only look sees requests and asks for nothing', async ({ openAs }) => {
  const page = await openAs('viewer', '/settings/subject');
  await expect(page).toHaveURL(/\/settings\/subject\/requests/);
  await expect(page.getByText('Read only')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Find a person' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New request' })).toHaveCount(0);
  await expectNoViolation(page);
});
