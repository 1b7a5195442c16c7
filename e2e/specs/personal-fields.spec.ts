import { expectNoViolation } from '../support/axe.ts';
import { consoleCaller } from '../support/cases.ts';
import { EUROPE } from '../support/server.ts';
import { chooseAccount, expect, PEOPLE, test } from '../support/test.ts';

test('an analyst sees masks of personal fields, and reveals one by keyboard until the page is left', async ({
  browser,
  demo,
  openAs,
  page,
  merchant,
}) => {
  const call = consoleCaller(page, { ...demo, environmentId: EUROPE });
  await openAs('productAdmin', '/');
  const maskPersonal = async (masksPersonal: boolean): Promise<void> => {
    const { changed: _changed, canWrite: _canWrite, ...settings } = (await call('GET', '/case-settings')).body;
    const { status } = await call('PUT', '/case-settings', { ...settings, masksPersonal });
    expect(status).toBe(200);
  };
  await maskPersonal(true);
  const eventId = `masked-${Date.now()}`;
  const email = `nora.${eventId}@mailbox.example`;
  await merchant.purchase(
    {
      purchaseId: eventId,
      totalAmount: 20,
      currency: 'EUR',
      user: { userId: `user-of-${eventId}`, firstName: 'Nora', email },
      shippingAddress: { street1: 'Lindenweg 7', city: 'Bergen', country: 'NO' },
    },
    { 'x-ms-dfpenvid': EUROPE },
  );

  const context = await browser.newContext();
  const analyst = await context.newPage();
  await analyst.goto(`${demo.origin}/search/purchase/${EUROPE}/${eventId}`);
  await chooseAccount(analyst, PEOPLE.reviewAnalyst);
  await expect(async () => {
    await analyst.reload();
    await expect(analyst.getByText('n•••@mailbox.example').first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(analyst.getByText('Bergen').first()).toBeVisible();
  await expectNoViolation(analyst);

  await analyst.keyboard.press('v');
  const form = analyst.getByRole('form', { name: 'Reveal personal fields' });
  await expect(form.getByRole('combobox', { name: 'Reason' })).toBeFocused();
  await analyst.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await analyst.getByRole('button', { name: 'Reveal: E-mail' }).focus();
  await analyst.keyboard.press('Enter');
  await expect(form.getByRole('combobox', { name: 'Reason' })).toBeFocused();
  await expectNoViolation(analyst);
  await analyst.keyboard.press('Tab');
  await analyst.keyboard.type('Customer is on the phone');
  await analyst.keyboard.press('Enter');
  await expect(analyst.getByText(email).first()).toBeVisible();
  await expect(analyst.getByText('revealed')).toBeVisible();
  await analyst.setViewportSize({ width: 1024, height: 768 });
  await analyst.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(analyst);
  await expect(analyst.getByText('Lindenweg 7')).toHaveCount(0);
  await expectNoViolation(analyst);

  await analyst.reload();
  await expect(analyst.getByText('n•••@mailbox.example').first()).toBeVisible();
  await expect(analyst.getByText(email)).toHaveCount(0);
  await context.close();
  await maskPersonal(false);
});
