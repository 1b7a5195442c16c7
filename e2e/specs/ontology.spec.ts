import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an attribute is found by keyboard with the rules that read it, by those who only read as well', async ({
  openAs,
  merchant,
}) => {
  const user = { userId: 'nora', email: 'nora.quill@mailbox.example' };
  await merchant.purchase({ purchaseId: `seen-${Date.now()}`, totalAmount: 20, currency: 'EUR', user });
  const page = await openAs('supportAgent', '/data/apimanagement/ontology');
  // Other journeys make assessments of much the same name.
  await expect(page.getByRole('link', { name: /Points redemption/ }).first()).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Attributes' }).getByText('purchaseId', { exact: true })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('user.email');
  await expect(page.getByText('@"user.email"')).toHaveCount(0);
  const row = page.getByRole('gridcell', { name: 'user.email', exact: true });
  await expect(row).toBeVisible();
  await row.click();
  const panel = page.getByRole('complementary', { name: 'user.email' });
  await expect(panel.getByText('@"user.email"')).toBeVisible();
  await expect(panel).not.toContainText('nora.quill');
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page
    .getByRole('link', { name: /Points redemption/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ontology' })).toBeVisible();
  await expect(page).toHaveURL(/entity=assessment-/);
});
