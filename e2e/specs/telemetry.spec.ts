import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { chooseAccount, expect, PEOPLE, test } from '../support/test.ts';

/** Stands where Application Insights would receive; keeps what comes as text. */
const startReceiver = async (port: number, received: string[]): Promise<Server> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') received.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'content-type': 'application/json',
      });
      response.end(JSON.stringify({ itemsReceived: 1, itemsAccepted: 1, errors: [] }));
    });
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return server;
};

test('without an address for telemetry no request leaves the origin', async ({ page, demo }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(demo.origin)) elsewhere.push(request.url());
  });
  await page.goto(`${demo.origin}/search`);
  await chooseAccount(page, PEOPLE.fraudEngineer);
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await page.goto(`${demo.origin}/fraud/purchase/rules`);
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase rules' })).toBeVisible();
  expect(elsewhere).toEqual([]);
});

test.describe('with an address for telemetry', () => {
  const received: string[] = [];
  let receiver: Server;
  let server: TestServer;
  let ingestion: string;

  test.beforeAll(async () => {
    const port = await freePort();
    ingestion = `http://localhost:${port}`;
    receiver = await startReceiver(port, received);
    server = await startServer({
      APPLICATIONINSIGHTS_CONNECTION_STRING: `InstrumentationKey=5d000000-0000-4000-8000-000000000001;IngestionEndpoint=${ingestion}/`,
    });
  });
  test.afterAll(async () => {
    await server.stop();
    receiver.close();
  });

  test('pages are reported there and nowhere else, by route and without what was searched for', async ({ page }) => {
    const { origin, signInCode } = server.demo;
    const refused: string[] = [];
    const elsewhere: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (/^https?:/.test(url) && !url.startsWith(origin) && !url.startsWith(ingestion)) elsewhere.push(url);
    });
    await page.goto(`${origin}/search?email=secret-person@mailbox.example`);
    await chooseAccount(page, PEOPLE.fraudEngineer, signInCode);
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { level: 1, name: 'Purchase rules' })).toBeVisible();
    await expect(async () => {
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))");
      // The two reports travel by themselves: either can come first.
      expect(received.join('\n')).toContain('/fraud/purchase/rules');
      expect(received.join('\n')).toContain('/search');
    }).toPass();
    const all = received.join('\n');
    expect(all).not.toContain('secret-person');
    expect(all).not.toContain(PEOPLE.fraudEngineer);
    expect(all).not.toMatch(/Bearer|eyJ[\w-]{20}/);
    expect(elsewhere).toEqual([]);
    expect(refused).toEqual([]);
  });
});
