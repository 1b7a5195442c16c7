import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

let partner: Server;
let address = '';

test.beforeAll(async () => {
  partner = createServer((request, answer) => {
    request.resume().on('end', () => {
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"score":640}');
    });
  });
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/score`;
});
test.afterAll(async () => {
  partner.closeAllConnections();
  await new Promise((resolve) => partner.close(resolve));
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('an external call is written, tested, kept, found and deleted by keyboard', async ({ openAs }) => {
      const name = `partner_${colorScheme}_${Date.now()}`;
      const page = await openAs('fraudEngineer', '/data/externalcalls');
      await expect(page.getByRole('heading', { level: 1, name: 'External calls' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'New external call' }).first()).toBeVisible();
      await expectNoViolation(page);
      await page.keyboard.press('n');
      await page.getByRole('textbox', { name: 'Name' }).first().fill(name);
      await page.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
      await page.getByRole('button', { name: 'Add parameter' }).press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).nth(1).fill('user');
      await page.getByRole('textbox', { name: 'Sample value' }).fill('nora');
      await page.getByRole('combobox', { name: 'Kind' }).selectOption('basic');
      await page.getByRole('textbox', { name: 'User name' }).fill('shop');
      await page.keyboard.press('Control+s');
      await expect(page.getByText('Enter the secrets').first()).toBeVisible();
      await page.getByLabel('Password, key or secret').fill('the password');
      await page.keyboard.press('Control+s');
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await page.getByRole('heading', { level: 1, name }).click();
      await page.keyboard.press('t');
      await expect(page.getByText(/^Answered in/)).toBeVisible();
      await expect(page.getByLabel('Answer', { exact: true })).toContainText('640');
      await expect(page.getByLabel('Password, key or secret')).toHaveValue('');
      await expectNoViolation(page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.keyboard.type(name);
      const tile = page.getByRole('button', { name });
      await expect(tile).toBeVisible();
      await expectNoViolation(page);
      await tile.press('Enter');
      await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Delete', exact: true }).last().press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'External calls' })).toBeVisible();
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    });
  });
}

test('a viewer sees the external calls without anything to change them', async ({ openAs }) => {
  const page = await openAs('viewer', '/data/externalcalls');
  await expect(page.getByText('Read only').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New external call' })).toHaveCount(0);
});
