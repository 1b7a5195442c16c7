import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an analyst follows a shared device to the people who use it, by keyboard', async ({ openAs, merchant }) => {
  const run = Date.now();
  const device = `shared-${run}`;
  for (const [at, userId] of [`ana-${run}`, `ben-${run}`].entries())
    await merchant.purchase({
      purchaseId: `graph-${run}-${at}`,
      totalAmount: 40,
      currency: 'EUR',
      user: { userId, email: `${userId}@mailbox.example` },
      deviceContext: { deviceContextId: `${run}-${at}`, provider: 'Merchant', externalDeviceId: device },
    });
  const page = await openAs('fraudEngineer', '/data/explorer');
  await expect(page.getByText(/^Linked with Customer id/).first()).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('combobox', { name: 'What to start from' }).selectOption({ label: 'Device' });
  await page.getByRole('textbox', { name: 'Value or id' }).fill(device);
  await page.keyboard.press('Enter');
  const list = page.getByRole('grid', { name: 'Values, as in the picture' });
  // The index follows the log a moment after the answer.
  await expect(async () => {
    await page.reload();
    await expect(list.getByText(`ben-${run}`, { exact: false }).first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.getByRole('img', { name: /^Values as circles/ })).toBeVisible();
  await expectNoViolation(page);

  await list.getByText(device).click();
  await page.keyboard.press('p');
  await list.getByText(`ana-${run}@mailbox.example`).click();
  await expect(page.getByRole('status').filter({ hasText: 'Path' })).toContainText('2 links');
  await list.getByText(`ben-${run}@mailbox.example`).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Value or id' })).toHaveValue(`ben-${run}@mailbox.example`);
  await expectNoViolation(page);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Links as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('graph-links.csv');
});
