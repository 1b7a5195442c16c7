import { randomUUID } from 'node:crypto';
import { Merchant } from '../support/merchant.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { shop } from '../support/shop.ts';
import { chooseAccount, expect, PEOPLE, test, type Page } from '../support/test.ts';

const NOTHING_HERE = 'There is nothing at this address of this host.';

let server: TestServer;
/** Browsers resolve every name below `localhost` to this machine; the resolver of Node does not. */
let frameOrigin: string;

test.beforeAll(async () => {
  const port = String(await freePort());
  frameOrigin = `http://fpt.localhost:${port}`;
  server = await startServer({ PORT: port, FINGERPRINT_ORIGIN: frameOrigin });
});
test.afterAll(() => server.stop());

const sessionAt = (origin: string, path: string, sessionId: string): string =>
  `${origin}${path}?session_id=${sessionId}&CustomerId=${server.demo.environmentId}`;

/** Opens a shop's page whose script comes from `scriptOrigin`, and gives what it asked other origins for. */
const visitShop = async (page: Page, scriptOrigin: string, sessionId: string): Promise<readonly string[]> => {
  const { address, server: host } = await shop(sessionAt(scriptOrigin, '/mdt.js', sessionId));
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url());
    if (protocol === 'http:' && !address.startsWith(origin)) asked.push(`${origin}${pathname}`);
  });
  await page.goto(address);
  await expect(page.locator('body')).toHaveAttribute('data-answer', 'collected', { timeout: 30_000 });
  host.close();
  return asked;
};

const purchaseIn = (sessionId: string) =>
  new Merchant(server.demo).purchase({
    purchaseId: `device-${randomUUID()}`,
    totalAmount: 20,
    deviceContext: { deviceContextId: sessionId, provider: 'DFPFingerPrinting' },
  });

for (const from of ['the console’s host', 'the frame’s host']) {
  test(`a shop’s page that loads the script from ${from} reports its device to the frame’s host`, async ({ page }) => {
    const { origin } = server.demo;
    const scriptOrigin = from === 'the frame’s host' ? frameOrigin : origin;
    const sessionId = randomUUID();
    const asked = await visitShop(page, scriptOrigin, sessionId);
    expect(asked).toEqual([
      `${scriptOrigin}/mdt.js`,
      `${frameOrigin}/`,
      `${frameOrigin}/fpt/collector.js`,
      `${frameOrigin}/fpt/collect`,
    ]);
    await expect
      .poll(async () => (await purchaseIn(sessionId)).DeviceAttributes)
      .toMatchObject({ javaScriptEnabled: 'true', userAgentType: 'Robot' });

    const frame = page.frames().find((each) => each.url().startsWith(frameOrigin));
    const reaches = (url: string) =>
      frame?.evaluate(
        (address) =>
          fetch(address).then(
            ({ status }) => status,
            () => 'refused',
          ),
        url,
      );
    expect(await reaches(`${frameOrigin}/health/ping`)).toBe(200);
    expect(await reaches(`${origin}/healthz`)).toBe('refused');
  });
}

test('the frame’s host serves neither pages nor interfaces of the console', async ({ page }) => {
  const { origin } = server.demo;
  for (const path of ['/', '/search', '/fraud/purchase/rules']) {
    const response = await page.goto(`${frameOrigin}${path}`);
    expect([path, response?.status(), (await response?.text())?.trim()]).toEqual([path, 404, NOTHING_HERE]);
  }
  const calls = [
    ['GET', '/platform/v1/me'],
    ['GET', '/index.html'],
    ['GET', '/metrics'],
    ['GET', '/readyz'],
    ['POST', '/v1.0/MerchantServices/events/Purchase'],
  ] as const;
  for (const [method, path] of calls) {
    const answer = await page.evaluate(
      async (request) => {
        const response = await fetch(request.path, { method: request.method });
        return [response.status, (await response.text()).trim()];
      },
      { method, path },
    );
    expect([path, ...answer]).toEqual([path, 404, NOTHING_HERE]);
    const there = await fetch(`${origin}${path}`, { method });
    expect(await there.text(), path).not.toContain(NOTHING_HERE);
  }
});

test('the console’s host serves no frame and takes nothing from one', async ({ page }) => {
  const { origin } = server.demo;
  const sessionId = randomUUID();
  const response = await page.goto(sessionAt(origin, '/', sessionId));
  expect([response?.status(), (await response?.text())?.trim()]).toEqual([404, NOTHING_HERE]);
  const sent = await fetch(sessionAt(origin, '/fpt/collect', sessionId), { method: 'POST', body: '{}' });
  expect([sent.status, (await sent.text()).trim()]).toEqual([404, NOTHING_HERE]);
});

test('the console tries the script through the frame’s host', async ({ page }) => {
  const { origin, signInCode } = server.demo;
  await page.goto(`${origin}/integration/devicefingerprinting/try`);
  await chooseAccount(page, PEOPLE.productAdmin, signInCode);
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('button', { name: 'Run the script' }).click();
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await page.goto(`${origin}/integration/devicefingerprinting/setup`);
  await expect(page.getByText(`<script src="${frameOrigin}/mdt.js`).first()).toBeVisible();
});
