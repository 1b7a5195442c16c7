import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/** How each language runs a file, where the machine has it. */
const RUNNERS = [
  { name: 'curl', file: 'send.sh', command: ['sh'], probe: ['curl', '--version'] },
  { name: 'Node', file: 'send.mjs', command: [process.execPath], probe: [process.execPath, '--version'] },
  { name: 'Python', file: 'send.py', command: ['python3'], probe: ['python3', '--version'] },
  { name: 'Java', file: 'Send.java', command: ['java'], probe: ['javac', '--version'] },
  {
    name: 'C#',
    file: 'Send.cs',
    command: ['sh', '-c', 'mcs -r:System.Net.Http.dll -out:"$0.exe" "$0" && mono "$0.exe"'],
    probe: ['mcs', '--version'],
  },
] as const;

const isHere = ([command, ...args]: readonly string[]): boolean =>
  spawnSync(command ?? '', args, { timeout: 30_000 }).status === 0;

test('programs of the guide run as they are pasted, and a call is tried and found among the newest', async ({
  openAs,
  demo,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-programs-'));
  const page = await openAs('productAdmin', '/integration');
  await expectNoViolation(page);
  await page.getByRole('table', { name: 'APIs' }).getByRole('link', { name: 'Purchase', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase' })).toBeVisible();
  await page.getByRole('button', { name: /paymentInstrumentList/ }).click();
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Programs' }).click();
  const program = page.getByRole('group', { name: 'Program', exact: true });
  await page.getByRole('button', { name: 'Full body' }).click();
  try {
    for (const { name, file, command, probe } of RUNNERS) {
      if (!isHere(probe)) {
        test.info().annotations.push({ type: 'skipped', description: `${name}: this machine cannot run it` });
        continue;
      }
      await page.getByRole('button', { name, exact: true }).click();
      await expect(program).toContainText('CLIENT_SECRET');
      // The demonstration knows the secret of its own application, which need not be the first.
      const pasted = ((await program.textContent()) ?? '').replaceAll(
        /client_id(['"]?\]?\s?[=:,]?\s?['"]?)[0-9a-f-]{36}/g,
        `client_id$1${demo.clientId}`,
      );
      writeFileSync(join(folder, file), pasted);
      const [executable, ...args] = command;
      const output = execFileSync(executable, [...args, join(folder, file)], {
        env: { ...process.env, CLIENT_SECRET: demo.clientSecret },
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(output, name).toContain('MerchantRuleDecision');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  await expectNoViolation(page);

  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByRole('combobox', { name: 'As application' }).selectOption({ label: 'Northfell web shop' });
  await page.getByRole('checkbox', { name: /is production/ }).check();
  await page.getByRole('button', { name: 'Send event' }).click();
  await expect(page.getByRole('group', { name: 'Answer' })).toContainText('MerchantRuleDecision');
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Newest calls' }).click();
  // Calls are written beside ingestion, a moment after the answer.
  await expect(async () => {
    await page.reload();
    const calls = page.getByRole('table', { name: 'Newest calls' });
    await expect(calls.getByText('Northfell web shop').first()).toBeVisible();
  }).toPass();
  await expectNoViolation(page);
});
