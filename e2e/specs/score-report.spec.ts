import { expectNoViolation } from '../support/axe.ts';
import type { Merchant } from '../support/merchant.ts';
import { expect, test } from '../support/test.ts';

/** As many frauds as curves need, with high scores. */
const FRAUDS = 22;

const scoredFraud = async (merchant: Merchant, purchaseId: string, riskScore: number): Promise<void> => {
  await merchant.purchase({ purchaseId, totalAmount: 20, currency: 'EUR', customData: { riskScore } });
  await merchant.label(purchaseId, true);
};

test('a fraud engineer reads scores, moves a cut-off by keyboard, and makes a draft rule of it', async ({
  openAs,
  merchant,
}) => {
  const id = `score-${Date.now()}`;
  await merchant.purchase({ purchaseId: id, totalAmount: 12, currency: 'EUR', customData: { riskScore: 731 } });
  for (let number = 0; number < FRAUDS; number += 1)
    await scoredFraud(merchant, `${id}-fraud-${number}`, 750 + 10 * number);
  const page = await openAs('fraudEngineer', '/reports/scores?period=7d&labels=arrived');
  await expect(page.getByRole('heading', { level: 1, name: 'Score report' })).toBeVisible();
  const spread = page.getByRole('slider', { name: /^How are scores spread/ });
  // Sums follow the log within seconds.
  await expect(async () => {
    await page.reload();
    await expect(spread).toBeVisible({ timeout: 5000 });
    await spread.focus();
    await page.keyboard.press('Home');
    for (let bin = 0; bin < 73; bin += 1) await page.keyboard.press('ArrowRight');
    await expect(spread).toHaveAttribute('aria-valuetext', /^730 – 740, Approve [1-9]/, { timeout: 1000 });
  }).toPass();
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?.*riskScore/);
  await expect(page.getByRole('row', { name: new RegExp(id) }).first()).toBeVisible();

  await page.goBack();
  await page.getByRole('link', { name: 'Operation analysis' }).click();
  await expect(page).toHaveURL(/tab=operation/);
  const handle = page.getByRole('slider', { name: 'Cut-off', exact: true });
  // Labels follow within seconds.
  await expect(async () => {
    await page.reload();
    await expect(handle).toBeVisible({ timeout: 5000 });
  }).toPass();
  await handle.press('ArrowRight');
  await expect(handle).toHaveAttribute('aria-valuetext', '510');
  await expect(page).toHaveURL(/cut=510/);
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Profit optimizer' }).click();
  await expect(page.getByText(/^Most is earned by a cut-off of/)).toBeVisible();
  await expectNoViolation(page);

  await page.getByRole('button', { name: 'Create rule with this cut-off' }).click();
  await expect(page).toHaveURL(/\/fraud\/purchase\/rules\?.*rule=/);
  await expect(page.getByRole('textbox', { name: /Code of/ }).filter({ hasText: '>= 510' })).toBeVisible();
});
