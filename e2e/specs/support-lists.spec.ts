import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('values are blocked in bulk, rejected by the default rule, and taken away again, by keyboard', async ({
  openAs,
  merchant,
}) => {
  const email = `blocked-${Date.now()}@throwaway.example`;
  const page = await openAs('fraudEngineer', '/data/lists/support');
  await expect(page.getByRole('heading', { level: 1, name: 'Support lists' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await expect(page.getByRole('button', { name: 'Add values' })).toBeVisible();
  await page.keyboard.press('n');
  const values = page.getByRole('textbox', { name: /one per line/ });
  await expect(values).toBeFocused();
  await page.keyboard.type(`${email}\nno address`);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Chargeback');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 added · 1 unusable')).toBeVisible();
  await expect(page.getByText('is no e-mail address')).toBeVisible();

  await expect(async () => {
    const answer = await merchant.purchase({
      purchaseId: `support-${Date.now()}-${Math.random()}`,
      totalAmount: 12,
      currency: 'EUR',
      user: { userId: 'nora', email: email.toUpperCase() },
    });
    expect(JSON.stringify(answer)).toContain('SUPPORT_LIST_BLOCK');
  }).toPass();

  await page.getByRole('searchbox').fill(email);
  await page.getByRole('gridcell', { name: email }).click();
  await expect(page.getByRole('region', { name: 'What the list says' })).toContainText('Chargeback');
  await page.getByRole('radio', { name: 'Remove' }).check();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('1 removed')).toBeVisible();
});

test('a support agent clears a customer on the page of an event', async ({ openAs, merchant, demo }) => {
  const purchaseId = `cleared-${Date.now()}`;
  const userId = `user-of-${purchaseId}`;
  await merchant.purchase({ purchaseId, totalAmount: 12, currency: 'EUR', user: { userId } });
  const page = await openAs('supportAgent', `/search/purchase/${demo.environmentId}/${purchaseId}`);
  const pencil = page.getByRole('button', { name: `Change the status of ${userId}` });
  await expect(async () => {
    await page.reload();
    await expect(pencil).toBeVisible({ timeout: 5000 });
  }).toPass();
  await pencil.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: `Change the status of ${userId}` });
  await form.getByRole('radio', { name: 'Safe' }).check();
  await form.getByRole('textbox', { name: 'Reason' }).fill('Called back');
  await form.getByLabel(/^Expires/).fill('2035-01-31');
  await expectNoViolation(page);
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Support lists' })).toContainText('Called back');
});

test('every list is asked for a value at once', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', '/data/lists/custom');
  await page.getByRole('button', { name: 'Find a value' }).click();
  const panel = page.getByRole('complementary', { name: 'Which lists hold this value?' });
  await panel.getByRole('searchbox').fill(' QUICK.buyer@throwaway.example');
  await expect(panel.getByRole('link', { name: 'Blocked e-mails' })).toBeVisible();
  await expect(panel.getByRole('cell', { name: 'stolen cards' })).toBeVisible();
  await expectNoViolation(page);
});

test('a viewer sees the entries without anything to change them', async ({ openAs }) => {
  const page = await openAs('viewer', '/data/lists/custom');
  await page.getByRole('link', { name: 'Support lists' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Support lists' })).toBeVisible();
  await expect(page.getByText('Read only').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add values' })).toHaveCount(0);
  await page.getByRole('button', { name: /IP addresses/ }).click();
  await expect(page.getByRole('gridcell', { name: '198.51.100.77' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the support lists and their panel', async ({ openAs }) => {
      const page = await openAs('productAdmin', '/data/lists/support');
      await expect(page.getByRole('gridcell').first()).toBeVisible();
      await expectNoViolation(page);
      await page.getByRole('gridcell').first().click();
      await expect(page.getByRole('button', { name: 'Update' })).toBeVisible();
      await expectNoViolation(page);
    });
  });
}
