import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const PURCHASE = '/v1.0/MerchantServices/events/Purchase';

test('an application is made, calls with the secret that was shown, and is refused once it is revoked', async ({
  openAs,
  demo,
  request,
}) => {
  const name = `Journey ${Date.now()}`;
  const page = await openAs('productAdmin', '/integration/aadapp/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Create application' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${name} may call now` })).toBeVisible();
  const secret = await page.getByRole('group', { name: 'Secret' }).getByRole('code').textContent();
  const command = (await page.getByRole('group', { name: 'Getting a token' }).textContent()) ?? '';
  const clientId = /client_id=(\S+)/.exec(command)?.[1] ?? '';
  await expectNoViolation(page);

  const answer = await request.post(demo.tokenUrl, {
    form: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret ?? '',
      resource: demo.resource,
    },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const send = () => {
    const now = new Date().toISOString();
    return request.post(`${demo.origin}${PURCHASE}`, {
      headers: { authorization: `Bearer ${token}`, 'x-ms-dfpenvid': demo.environmentId },
      data: {
        purchaseId: `${name} ${now}`,
        merchantLocalDate: now,
        _metadata: { trackingId: now, merchantTimeStamp: now },
      },
    });
  };
  // The node hears of a new application a moment after it was made.
  await expect.poll(async () => (await send()).status(), { timeout: 30_000 }).toBe(200);

  await page.getByRole('checkbox', { name: 'I have stored it' }).check();
  await page.getByRole('link', { name: 'To the applications' }).click();
  const panel = page.getByRole('complementary', { name });
  await expect(panel).toBeVisible();
  await expectNoViolation(page);
  await panel.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(panel.getByText(/^Revoked .* by Mara/)).toBeVisible();
  await expect.poll(async () => (await send()).status(), { timeout: 30_000 }).toBe(403);
});
