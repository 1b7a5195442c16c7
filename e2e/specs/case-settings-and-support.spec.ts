import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a support agent finds a customer, sees a decline and clears the account', async ({ openAs, merchant }) => {
  const userId = `caller-${Date.now()}`;
  const email = `${userId}@mailbox.example`;
  for (const [index, totalAmount] of [20, 25].entries()) {
    await merchant.purchase({
      purchaseId: `${userId}-${index}`,
      totalAmount,
      currency: 'EUR',
      user: { userId, email },
      shippingAddress: { city: 'Rostock', state: 'MV', country: 'DE' },
      productList: [{ productId: 'lamp', productName: 'Field lamp', quantity: 1, purchasePrice: totalAmount }],
      paymentInstrumentList: [
        {
          merchantPaymentInstrumentId: `pi-${userId}`,
          type: 'CreditCard',
          lastFourDigits: '0042',
          billingAddress: { city: 'München', state: 'Bayern', country: 'DE' },
        },
      ],
    });
  }
  const page = await openAs('supportAgent', '/fraud/purchase/support');
  await expect(page.getByRole('heading', { level: 1, name: 'Risk support' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search by' }).selectOption('email');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('no address');
  await expect(page.getByRole('button', { name: 'Search' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.keyboard.press('Enter');
  const summary = page.getByRole('region', { name: 'Account summary' });
  await expect(async () => {
    await page.reload();
    await expect(summary).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(summary).toContainText(email);
  await expect(page.getByRole('table', { name: 'Payment instruments' })).toContainText('•••• 0042');
  await expect(page.getByRole('table', { name: 'Financial snapshot' })).toContainText('€45.00');
  await expectNoViolation(page);

  await page.getByRole('button', { name: `Change the status of ${userId} (User ids)` }).click();
  const panel = page.getByRole('complementary', { name: /^Change status/ });
  await panel.getByRole('radio', { name: 'Safe' }).check();
  const save = panel.getByRole('button', { name: 'Change status' });
  await expect(save).toBeDisabled();
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Called back');
  await expect(save).toBeDisabled();
  await panel.getByLabel(/^Expires/).fill('2035-01-31');
  await expect(panel).toContainText('The next event is decided with it by:');
  await save.click();
  await expect(page.getByRole('table', { name: 'Activity log' })).toContainText('Called back');
  await expect(summary).toContainText('Safe');

  await page.getByRole('button', { name: 'Transactions' }).click();
  await page.getByRole('button', { name: `Details of ${userId}-1` }).click();
  const details = page.getByRole('region', { name: `Details of ${userId}-1` });
  await expect(details.getByRole('table', { name: 'Items' })).toContainText('Field lamp');
  await expect(details.getByText(/^about \d+ km, at least \d+ km$/)).toBeVisible();
  await expectNoViolation(page);
  const map = details.getByRole('img', { name: /^World map with Rostock, MV, Germany/ });
  const both = (await map.getAttribute('viewBox')) ?? '';
  await details.getByRole('button', { name: 'Centre on München, Bayern, Germany' }).click();
  await expect(map).not.toHaveAttribute('viewBox', both);
  await details.getByRole('button', { name: 'Maximize' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Map' });
  await dialog.getByRole('button', { name: 'Zoom out' }).press('0');
  await expect(dialog.getByRole('img')).toHaveAttribute('viewBox', '0 5 360 145');
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(details.getByRole('button', { name: 'Maximize' })).toBeFocused();
  await page.getByRole('link', { name: `${userId}-1` }).click();
  await expect(page).toHaveURL(new RegExp(`/search/purchase/.*/${userId}-1`));
});

test('an administrator adds a decision, and removes it again as JSON', async ({ openAs }) => {
  const page = await openAs('productAdmin', '/adminsettings/configuration');
  await expect(page.getByRole('heading', { level: 1, name: 'Configuration' })).toBeVisible();
  const buttons = page.getByRole('group', { name: 'Buttons' });
  await expect(buttons.getByRole('button')).toHaveText(['Approve', 'Reject']);
  const save = page.getByRole('button', { name: 'Save' }).first();
  await page.getByRole('button', { name: 'Add decision' }).click();
  await expect(save).toBeDisabled();
  const added = page.getByRole('region', { name: 'New decision' });
  await added.getByRole('textbox', { name: 'Name on the button' }).fill('Ask customer');
  const decision = page.getByRole('region', { name: 'Ask customer' });
  await decision.getByRole('textbox', { name: 'Reasons' }).fill('Address unclear\nName differs');
  await expect(buttons.getByRole('button')).toHaveText(['Approve', 'Reject', 'Ask customer']);
  await expectNoViolation(page);
  await save.click();
  await expect(page.getByText(/changed by/).first()).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'JSON' }).click();
  const json = page.getByRole('textbox', { name: 'Options as JSON' });
  const before = JSON.parse(await json.inputValue()) as { queueDecisions: unknown[] };
  expect(before.queueDecisions).toHaveLength(3);
  await json.fill('{');
  await expect(save).toBeDisabled();
  await json.fill(JSON.stringify({ queueDecisions: before.queueDecisions.slice(0, 2), defaultDecisionName: 'Reject' }));
  await expect(buttons.getByRole('button')).toHaveText(['Approve', 'Reject']);
  await save.click();
  await expect(page.getByRole('button', { name: 'Form', pressed: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Reject' }).getByText('taken at time-out')).toBeVisible();

  // Other journeys hold no case: whatever stands there is changed, and nearly none is held afterwards.
  const hold = page.getByRole('textbox', { name: 'Settling time of new cases in seconds' });
  const seconds = (await hold.inputValue()) === '0' ? '1' : '0';
  await hold.fill(seconds);
  const settings = page.getByRole('region', { name: 'Cases of this environment' });
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.reload();
  await expect(hold).toHaveValue(seconds);
});
