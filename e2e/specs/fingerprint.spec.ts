import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { expectNoViolation } from '../support/axe.ts';
import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { freePort } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** A shop on an origin of its own: what an integrator puts into a page, and nothing else. */
const shop = async (script: string): Promise<{ readonly address: string; readonly server: Server }> => {
  const port = await freePort();
  const body = `<!doctype html><html lang="en"><title>Shop</title><body><h1>Checkout</h1>
    <script src="${script}"></script>
    <script>
      window.dfp.doFpt(document, (answer) => document.body.setAttribute('data-answer', answer === '' ? 'collected' : answer));
      window.dfp.doFpt(document);
    </script></body></html>`;
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body));
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return { address: `http://localhost:${port}/`, server };
};

const INSTANCE = '5d0f0000-0001-4000-8000-000000000001';

test('a device that a shop’s page collected is known to the answer and to a rule', async ({
  page,
  openAs,
  merchant,
  demo,
}) => {
  const sessionId = randomUUID();
  const { address, server } = await shop(`${demo.origin}/mdt.js?session_id=${sessionId}&instanceId=${INSTANCE}`);
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (request.url().startsWith('http') && ![demo.origin, new URL(address).origin].includes(origin))
      outside.push(origin);
  });
  await page.goto(address);
  await expect(page.locator('body')).toHaveAttribute('data-answer', 'collected', { timeout: 30_000 });
  await expect(page.locator('iframe#fpt_frame')).toHaveCount(1);
  expect(outside).toEqual([]);
  server.close();

  const ruleName = `Automated browsers ${Date.now()}`;
  const editor = await RuleEditorPage.create(await openAs('fraudEngineer', '/fraud/purchase/rules'), ruleName);
  const session = '@"deviceContext.deviceContextId"';
  await editor.write(
    'Clause 1',
    `RETURN Reject(Device.GetFullAttributes(${session}).browserAutomation)\nWHEN @"deviceAttributes.userAgentType" == "Robot"`,
  );
  await editor.publish('Robots out');
  const send = () =>
    merchant.purchase({
      purchaseId: `device-${randomUUID()}`,
      totalAmount: 20,
      deviceContext: { deviceContextId: sessionId, provider: 'DFPFingerPrinting' },
    });
  await expect.poll(async () => (await send()).PolicyApplied, { timeout: 20_000 }).toBe(ruleName);
  const { MerchantRuleDecision, MerchantRuleReason, DeviceAttributes } = await send();
  expect(MerchantRuleDecision).toBe('Reject');
  expect(MerchantRuleReason).toMatch(/headless|webdriver|chrom/i);
  expect(DeviceAttributes).toMatchObject({ javaScriptEnabled: 'true', userAgentType: 'Robot' });
});

test('the script is tried in this browser, and the set-up names a host', async ({ openAs }) => {
  const page = await openAs('productAdmin', '/integration/devicefingerprinting/try');
  await page.getByRole('textbox', { name: 'Session id' }).fill('no such; id');
  await expect(page.getByText('Up to 128 letters').first()).toBeVisible();
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('button', { name: 'Run the script' }).click();
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('127.0.0.1').or(page.getByText('::1')).first()).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('button', { name: 'Run the script' }).click();
  await expect(page.getByText('the same device')).toBeVisible({ timeout: 40_000 });

  await page.goto(`${new URL(page.url()).origin}/integration/devicefingerprinting/setup`);
  const host = page.getByRole('textbox', { name: 'Sub-domain' });
  await host.fill('fpt.shop.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('group', { name: 'DNS record' })).toContainText('fpt.shop.example. CNAME');
  await expectNoViolation(page);
});
