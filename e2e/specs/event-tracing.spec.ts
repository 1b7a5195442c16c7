import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/** A receiver of this machine that accepts every event, and what it was sent. */
const startReceiver = async () => {
  const names: string[] = [];
  const server = createServer((request: IncomingMessage, answer) => {
    names.push(String(request.headers['event-name']));
    request.resume().on('end', () => answer.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/in`,
    names,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

test('a subscription is tried, made, sends a purchase, and is deactivated and deleted', async ({
  openAs,
  merchant,
}) => {
  const receiver = await startReceiver();
  const page = await openAs('productAdmin', '/data/eventtracing');
  await page.getByRole('button', { name: 'New subscription' }).first().click();
  const name = `Warehouse ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('The destination accepted it')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Assessment calls' }).check();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible();
  await expectNoViolation(page);
  await merchant.purchase({ purchaseId: `traced-${Date.now()}`, totalAmount: 12, currency: 'EUR' });
  await expect.poll(() => receiver.names).toContain('FraudProtection.Assessment.Purchase');

  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('button', { name: 'Activate' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).last().click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden();
  await receiver.close();
});
