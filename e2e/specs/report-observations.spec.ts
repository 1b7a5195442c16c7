import { expectNoViolation } from '../support/axe.ts';
import type { Merchant } from '../support/merchant.ts';
import { expect, test } from '../support/test.ts';

/** A purchase that a bank declined, and a decline of a purchase that was never sent. @returns id of the purchase, and the code of both */
const declineTwo = async (merchant: Merchant): Promise<string> => {
  const id = `observed-${crypto.randomUUID()}`;
  await merchant.purchase({ purchaseId: id, totalAmount: 42, currency: 'EUR', user: { userId: id } });
  const bank = async (bankEventId: string, purchaseId: string): Promise<void> => {
    const { status } = await merchant.post('/v1.0/MerchantServices/events/BankEvent', {
      bankEventId,
      type: 'Auth',
      purchaseId,
      status: 'Declined',
      bankResponseCode: id,
      _metadata: { trackingId: bankEventId, merchantTimeStamp: new Date().toISOString() },
    });
    expect(status).toBe(200);
  };
  await bank(`${id}-1`, id);
  await bank(`${id}-2`, `${id}-unknown`);
  return id;
};

test('a fraud engineer sees what the bank said, which purchases it said it about, and what is about none', async ({
  openAs,
  merchant,
}) => {
  const id = await declineTwo(merchant);
  const page = await openAs('fraudEngineer', '/reports/observations?period=7d&kind=bankEvent&by=bankResponseCode');
  await expect(page.getByRole('heading', { level: 1, name: 'Observation report' })).toBeVisible();
  const values = page.getByRole('table', { name: 'What do they say?' });
  const value = values.getByRole('button', { name: id, exact: true });
  // Sums follow the log within seconds.
  await expect(async () => {
    await page.reload();
    await expect(value).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(values.getByRole('row', { name: new RegExp(id) })).toContainText('50.0%');
  await expectNoViolation(page);

  await value.click();
  await expect(page).toHaveURL(/where=/);
  const orphans = page.locator('dl dt', { hasText: 'Without assessment' }).locator('..');
  await orphans.getByRole('link', { name: '50.0%' }).click();
  const list = page.getByRole('table', { name: 'Which observations are these?' });
  await expect(list.getByRole('row', { name: new RegExp(`${id}-unknown`) })).toBeVisible();
  await expect(list.getByRole('link', { name: id, exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'No assessment', exact: true }).click();
  await list.getByRole('link', { name: id, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/search/purchase/.*/${id}`));
});

test('a fraud engineer goes from observations to the events that have one in Search, and back to the same report', async ({
  openAs,
  merchant,
}) => {
  const id = await declineTwo(merchant);
  const page = await openAs('fraudEngineer', '/reports/observations?period=7d&kind=bankEvent&by=bankResponseCode');
  const value = page.getByRole('table', { name: 'What do they say?' }).getByRole('button', { name: id, exact: true });
  await expect(async () => {
    await page.reload();
    await expect(value).toBeVisible({ timeout: 5000 });
  }).toPass();
  await value.click();
  await expect(page).toHaveURL(/where=/);
  const report = page.url();

  await page.getByRole('link', { name: 'Events with one in Search' }).click();
  await expect(page).toHaveURL(/\/search\?/);
  const main = page.getByRole('main');
  // The newest come first; an observation about an unknown purchase is in no event.
  await expect(main.getByRole('row', { name: new RegExp(id) })).toBeVisible();
  await expect(main.getByRole('row', { name: new RegExp(`${id}-unknown`) })).toHaveCount(0);
  await main
    .getByRole('row', { name: new RegExp(id) })
    .getByRole('link', { name: id })
    .click();
  await expect(page).toHaveURL(new RegExp(`/search/purchase/.*/${id}`));

  await page.goBack();
  await expect(main.getByRole('row', { name: new RegExp(id) })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(report);
  await expect(page.getByRole('heading', { level: 1, name: 'Observation report' })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'What do they say?' }).getByRole('row', { name: new RegExp(id) }),
  ).toBeVisible();
});
