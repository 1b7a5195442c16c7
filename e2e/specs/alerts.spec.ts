import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an alert begins at a chart, tells how often it would have opened, is muted, changed and deleted', async ({
  openAs,
  merchant,
}) => {
  await merchant.purchase({ purchaseId: `alert-${Date.now()}`, totalAmount: 12, currency: 'EUR' });
  const page = await openAs('productAdmin', '/fraud/purchase?period=1h');
  await page.getByRole('button', { name: /^Actions for “Decisions over time/ }).click();
  await page.getByRole('menuitem', { name: 'Create alert' }).click();
  await expect(page).toHaveURL(/\/alerts\?.*figure=decisionCount/);
  const name = `Rejections ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await expect(page.getByRole('combobox', { name: 'Figure' })).toHaveValue('decisionCount');
  await expect(page.getByRole('combobox', { name: 'Assessment' })).toHaveValue('purchase');
  await page.getByRole('combobox', { name: 'Opens when the value is' }).selectOption('above a threshold');
  await page.getByRole('textbox', { name: 'Threshold' }).fill('100000');
  await expect(page.getByText('Would have opened: 0')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('textbox', { name: 'Name' }).press('Control+Enter');

  await expect(page).toHaveURL(/alert=[0-9a-f-]{36}/);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByText('It has not been open yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Mute for 1 day' }).click();
  await expect(page.getByText(/No messages until/)).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Send messages again' }).click();
  await expect(page.getByText(/No messages until/)).toBeHidden();

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Webhook' }).fill('https://desk.example/alerts');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'New signing secret' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).last().click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden();
});
