import { startReferenceIssuer, type ReferenceIssuer } from '@redoubt/testing/issuer';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

let issuer: ReferenceIssuer;

test.beforeAll(async () => {
  issuer = await startReferenceIssuer({ apiKey: 'key of the merchant' });
});
test.afterAll(() => issuer.close());

const BIN = '49927398';

test('an administrator connects an issuer, agrees, and it receives an approved purchase', async ({
  openAs,
  merchant,
}) => {
  const call = `issuer_${Date.now()}`;
  const page = await openAs('productAdmin', '/data/externalcalls');
  await expect(page.getByRole('button', { name: 'New external call' }).first()).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Name' }).first().fill(call);
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${issuer.origin}/trust`);
  await page.getByRole('combobox', { name: 'Method' }).selectOption('POST');
  for (const [index, name] of ['purchaseId', 'amount', 'bin', 'email'].entries()) {
    await page.getByRole('button', { name: 'Add parameter' }).press('Enter');
    await page
      .getByRole('textbox', { name: 'Name' })
      .nth(index + 1)
      .fill(name);
  }
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('apiKey');
  await page.getByLabel('Password, key or secret').fill('key of the merchant');
  await page.getByRole('textbox', { name: 'Header', exact: true }).fill('x-api-key');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name: call })).toBeVisible();

  await page.goto(`${new URL(page.url()).origin}/settings/transactionacceptancebooster`);
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction acceptance booster' })).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('switch', { name: 'Acceptance booster service' }).click();
  await page.getByRole('button', { name: 'Add connector' }).click();
  const row = page.getByRole('group', { name: 'New connector' });
  await row.getByRole('combobox', { name: 'External call' }).selectOption({ label: call });
  await row.getByRole('textbox', { name: 'BINs and ranges' }).fill(BIN);
  await row.getByRole('textbox', { name: 'Issuer or network' }).fill('Journey Bank');
  await page.getByRole('checkbox', { name: 'BIN', exact: true }).check();
  await page.getByText('Terms and participants').click();
  await page.getByRole('checkbox', { name: /^I agree/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Chosen in this environment.')).toBeVisible();

  const purchaseId = `shared-${Date.now()}`;
  const paymentInstrumentList = [{ type: 'CreditCard', cardType: 'Visa', bin: BIN }];
  await merchant.purchase({ purchaseId, totalAmount: 12, currency: 'EUR', paymentInstrumentList });
  await expect
    .poll(() => issuer.received.map(({ fields }) => fields['purchaseId']), { timeout: 30_000 })
    .toContain(purchaseId);
  expect(issuer.received.find(({ fields }) => fields['purchaseId'] === purchaseId)?.fields).toMatchObject({
    bin: BIN,
    email: '',
  });
  await expect(
    page.getByRole('table', { name: 'Newest purchases' }).getByRole('row', { name: new RegExp(purchaseId) }),
  ).toContainText('Used by the issuer', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Show a real purchase' }).click();
  await expect(page.getByRole('table', { name: 'What would be sent' })).toContainText(BIN);
  await expectNoViolation(page);

  const { status } = await merchant.post('/v1.0/MerchantServices/events/BankEvent', {
    bankEventId: `bank-${purchaseId}`,
    type: 'Auth',
    purchaseId,
    status: 'Approved',
    _metadata: { trackingId: `bank-${purchaseId}`, merchantTimeStamp: new Date().toISOString() },
  });
  expect(status).toBe(200);
  const settings = page.url();
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  const issuers = page.getByRole('table', { name: 'Issuer or network' });
  // Sums follow the log within seconds.
  await expect(async () => {
    await page.reload();
    await expect(issuers.getByRole('row', { name: /Journey Bank/ })).toContainText('100', { timeout: 5000 });
  }).toPass();
  await expect(page.getByText('There are not enough answers of banks yet.')).toBeVisible();
  await expectNoViolation(page);

  await page.goto(settings);
  await page.getByRole('switch', { name: 'Acceptance booster service' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved').first()).toBeVisible();
});
