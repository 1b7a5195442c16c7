import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoViolation } from '../support/axe.ts';
import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { shop } from '../support/shop.ts';
import { expect, test } from '../support/test.ts';

/** How each language runs a file, where the machine has it; .NET is on none of ours. */
const DECRYPTORS = [
  { language: 'Node', file: 'decrypt.mjs', command: [process.execPath], probe: [process.execPath, '--version'] },
  {
    language: 'Python',
    file: 'decrypt.py',
    command: ['python3'],
    probe: ['python3', '-c', 'import cryptography'],
  },
  { language: 'Java', file: 'Decrypt.java', command: ['java'], probe: ['javac', '--version'] },
] as const;

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
    'Decides',
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

/** A key set as a partner’s server gives it. */
const keyServer = async (): Promise<{ readonly address: string; readonly key: string; readonly server: Server }> => {
  const key = randomBytes(32).toString('base64url');
  const body = JSON.stringify({ keys: [{ kty: 'oct', use: 'enc', kid: 'shop-1', k: key }] });
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`, key, server };
};

test('a page asks about its own browser, and only the shop’s server reads the answer', async ({ openAs }) => {
  const name = `Browsers${Date.now()}`;
  const keys = await keyServer();
  const page = await openAs('fraudEngineer', '/data/externalcalls');
  await page.getByRole('button', { name: 'New external call' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).first().fill(name);
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(keys.address);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const { origin } = new URL(page.url());
  await page.goto(`${origin}/fraud/assessments/setup`);
  await page.getByRole('radio', { name: 'Device fingerprinting' }).check();
  await page.getByLabel('Name', { exact: true }).fill(`Browser check ${name}`);
  await page.getByLabel('API name').fill(name);
  await page.getByRole('button', { name: 'Create assessment' }).click();
  await expect(page).toHaveURL(/\/configuration/);
  await page.getByLabel('Answers to browsers').selectOption({ label: name });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The assessment was saved')).toBeVisible();
  await expect(page.getByLabel('Answers to browsers')).toHaveValue(name);
  await expectNoViolation(page);

  await page.goto(`${origin}/integration/devicefingerprinting/setup`);
  const script = page.getByRole('group', { name: '6. Answers in the browser' });
  const environmentId = /customerId=([\da-f-]{36})/.exec((await script.textContent()) ?? '')?.[1] ?? '';
  const answerOf = async (requestId: string): Promise<string> => {
    const question = `customerId=${environmentId}&assessment=${name}&requestId=${requestId}`;
    const { address, server } = await shop(`${origin}/mdt.js?session_id=${randomUUID()}&${question}`);
    const visit = await page.context().newPage();
    await visit.goto(address);
    await expect(visit.locator('body')).toHaveAttribute('data-answer', /./, { timeout: 30_000 });
    const answer = (await visit.locator('body').getAttribute('data-answer')) ?? '';
    await visit.close();
    server.close();
    return answer;
  };
  const requestId = randomUUID();
  let answer = '';
  // The node hears of the new assessment in a moment.
  await expect(async () => {
    answer = await answerOf(requestId);
    expect(answer).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
  }).toPass();
  expect(answer).not.toContain('decisionDetails');

  const folder = mkdtempSync(join(tmpdir(), 'redoubt-decrypt-'));
  try {
    const programs = page.getByRole('group', { name: 'Program that decrypts the answer' });
    for (const { language, file, command, probe } of DECRYPTORS) {
      if (spawnSync(probe[0] ?? '', probe.slice(1), { timeout: 60_000 }).status !== 0) {
        test.info().annotations.push({ type: 'skipped', description: `no ${language} here` });
        continue;
      }
      await page.getByRole('button', { name: language, exact: true }).click();
      await expect(programs).toContainText(file);
      writeFileSync(join(folder, file), (await programs.locator('pre').textContent()) ?? '');
      const [executable, ...args] = command;
      const output = execFileSync(executable, [...args, join(folder, file), answer], {
        env: { ...process.env, ANSWER_KEY: keys.key },
        encoding: 'utf8',
        timeout: 120_000,
      });
      expect(JSON.parse(output), language).toMatchObject({
        metadata: { eventId: requestId, eventType: name },
        decisionDetails: { merchantRuleDecision: 'Approve' },
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
    keys.server.closeAllConnections();
    keys.server.close();
  }
});

test('the script is tried in this browser, and the set-up names a host', async ({ openAs }) => {
  const page = await openAs('productAdmin', '/integration/devicefingerprinting/try');
  await page.getByRole('textbox', { name: 'Session id' }).fill('no such; id');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('alert').filter({ hasText: 'Up to 128 letters' })).toBeVisible();
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
