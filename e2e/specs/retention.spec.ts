import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an administrator looks at what would go, chooses a period, and holds a person', async ({ openAs, merchant }) => {
  const userId = `held-${Date.now()}`;
  await merchant.purchase({ purchaseId: `${userId}-1`, totalAmount: 12, currency: 'EUR', user: { userId } });
  const page = await openAs('productAdmin', '/adminsettings/configuration');
  await page.getByRole('link', { name: 'Retention' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Retention' })).toBeVisible();

  const periods = page.getByRole('table', { name: 'How long data is kept' });
  await periods.getByRole('combobox', { name: 'Keep: Events' }).selectOption('days');
  const days = periods.getByRole('textbox', { name: 'Days: Events' });
  await days.fill('30');
  await days.blur();
  await expect(periods.getByText('Whole days from 100 to 3,650.')).toBeVisible();
  await days.fill('3650');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'What would go now' }).click();
  await expect(periods.getByRole('row', { name: /^Events .* 0 · 0 ?B$/ })).toBeVisible();
  await expectNoViolation(page);
  await save.click();
  await expect(periods.getByRole('row', { name: /^Events .*3,?650 days, from / })).toBeVisible();

  const hold = page.getByRole('form', { name: 'Place a hold' });
  await hold.getByRole('textbox', { name: 'User id of the person' }).fill(userId);
  await hold.getByRole('textbox', { name: 'Reason' }).fill('Claim 17');
  await hold.getByRole('button', { name: 'Place hold' }).click();
  const holds = page.getByRole('table', { name: 'Legal holds' });
  await expect(holds.getByRole('row', { name: new RegExp(`^Person ${userId}`) })).toBeVisible();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(
    page
      .getByRole('table', { name: 'Runs' })
      .getByText(/^All there: /)
      .first(),
  ).toBeVisible({
    timeout: 30_000,
  });
  await expectNoViolation(page);

  await page.goto(`${new URL(page.url()).origin}/settings/subject/search`);
  const value = page.getByLabel('Value');
  // Search rows are written a moment after the answer.
  await expect(async () => {
    await value.fill('');
    await value.fill(userId);
    await value.press('Enter');
    await expect(page.getByText('A legal hold keeps this data; it cannot be erased: Claim 17')).toBeVisible();
  }).toPass();
  await expectNoViolation(page);

  await page.goto(`${new URL(page.url()).origin}/adminsettings/retention`);
  const held = holds.getByRole('row', { name: new RegExp(`^Person ${userId}`) });
  await held.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('textbox', { name: /^Why is the hold on/ }).fill('Settled');
  await page.keyboard.press('Control+Enter');
  await expect(held).toContainText('Released by');
  await periods.getByRole('combobox', { name: 'Keep: Events' }).selectOption('inherit');
  await page.getByRole('button', { name: 'What would go now' }).click();
  await save.click();
  await expect(periods.getByRole('row', { name: /^Events .*For good/ })).toBeVisible();
});
