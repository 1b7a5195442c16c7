import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an administrator makes a token, and the identity provider adds, disables and removes a person with it', async ({
  openAs,
  request,
  demo,
}) => {
  const page = await openAs('productAdmin');
  await page.goto(`${demo.origin}/settings/access/provisioning`);
  const address =
    (await page.getByRole('group', { name: 'Address for the identity provider' }).locator('code').textContent()) ?? '';
  expect(address).toBe(`${demo.origin}/scim/v2`);
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'New token' }).first().click();
  const name = `Entra ${Date.now()}`;
  await page.getByLabel('Name').fill(name);
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.getByRole('group', { name: 'Token', exact: true }).locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have stored it' }).click();

  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' };
  const userName = `joel.${Date.now()}@northfell.example`;
  const made = await request.post(`${address}/Users`, {
    headers,
    data: { userName, displayName: 'Joel Berg', active: true },
  });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { readonly id: string };
  const again = await request.post(`${address}/Users`, { headers, data: { userName } });
  expect(again.status()).toBe(409);
  const off = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', value: { active: false } }],
  };
  expect((await request.patch(`${address}/Users/${id}`, { headers, data: off })).status()).toBe(200);

  await page.reload();
  await page.getByRole('checkbox', { name: 'Only refused ones' }).check();
  await expect(
    page
      .getByRole('table', { name: 'Last calls' })
      .getByRole('row', { name: new RegExp(name) })
      .first(),
  ).toContainText('A person of this userName exists.');
  await expectNoViolation(page);
  await page.goto(`${demo.origin}/settings/access?scope=all&find=${encodeURIComponent(userName)}`);
  await expect(page.getByRole('row', { name: /Joel Berg/ })).toContainText('Disabled');

  expect((await request.delete(`${address}/Users/${id}`, { headers })).status()).toBe(204);
  await page.goto(`${demo.origin}/settings/access/provisioning`);
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText('Revoked');
  expect((await request.get(`${address}/Users`, { headers })).status()).toBe(401);
});
