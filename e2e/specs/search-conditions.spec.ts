import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an analyst finds events by a condition in FQL, by the keyboard alone, and comes back to it', async ({
  openAs,
  merchant,
}) => {
  const stamp = Date.now();
  const buy = (id: string, totalAmount: number) =>
    merchant.purchase({
      purchaseId: `${id}-${stamp}`,
      totalAmount,
      currency: 'EUR',
      user: { userId: `asked-${id}`, email: `${id}@mailbox.example` },
      customData: { basket: `b${stamp}` },
    });
  await buy('low', 20);
  await buy('high', 900);

  const page = await openAs('fraudEngineer', '/search');
  const result = page.getByRole('grid', { name: 'Events found' });
  await expect(
    result
      .getByText('asked-high')
      .or(result.getByText(`high-${stamp}`))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('q');
  const code = page.getByRole('textbox', { name: 'Condition in FQL' });
  await expect(code).toBeFocused();
  await page.keyboard.type('@"totalAmount" > ');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled();
  await page.keyboard.type(`500 && @"customData.basket" == "b${stamp}`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
  await expect(result.getByText(`high-${stamp}`)).toBeVisible();
  await expect(result.getByText(`low-${stamp}`)).toHaveCount(0);
  await expectNoViolation(page);

  await page.reload();
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the condition' }).click();
  await expect(result.getByText(`low-${stamp}`)).toBeVisible();
});
