import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expectNoViolation } from '../support/axe.ts';
import { chooseAccount, expect, PEOPLE, test } from '../support/test.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('a person sets how the console works, makes a token for the command line, and signs out everywhere', async ({
  openAs,
  browser,
  demo,
  dataDirectory,
}) => {
  const page = await openAs('editor');
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('row', { name: /^Northfell/ }).first()).toContainText('Editor of all areas');
  await expectNoViolation(page);

  await page.getByRole('link', { name: 'Preferences' }).click();
  const kept = page.waitForResponse((response) => response.url().endsWith('/me/settings') && response.ok());
  await page.getByRole('radio', { name: /^ISO 8601/ }).check();
  await kept;
  await expectNoViolation(page);
  await page.getByRole('link', { name: 'Keyboard' }).click();
  await expect(page.getByText('Open the command palette')).toBeVisible();
  await expectNoViolation(page);

  // Another browser finds the preferences, and is a session of its own.
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${demo.origin}/profile?tab=sessions`);
  await chooseAccount(other, PEOPLE.editor);
  await expect(other.getByText('This one')).toBeVisible();
  await expect(other.getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/).first()).toBeVisible();

  await page.getByRole('link', { name: 'Access tokens' }).click();
  const name = `journey ${Date.now()}`;
  await page.getByRole('button', { name: 'New token' }).first().click();
  await page.getByLabel('Name').fill(name);
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.getByRole('group', { name: 'Token' }).locator('code').textContent()) ?? '';
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const exported = () =>
    spawnSync(
      join(ROOT, 'node_modules/.bin/node'),
      [
        'apps/cli/src/main.ts',
        'config',
        'export',
        join(dataDirectory, `files of ${name}`),
        '--environment',
        demo.environmentId,
        '--server',
        demo.origin,
      ],
      { cwd: ROOT, env: { ...process.env, REDOUBT_TOKEN: secret }, encoding: 'utf8' },
    );
  const first = exported();
  expect(first.stderr).toBe('');
  expect(first.stdout).toMatch(/^Exported \d+ files of /);
  await page.getByRole('gridcell', { name }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name }).getByText('Revoked')).toBeVisible();
  expect(exported().stderr).toContain(`The token ${name} was revoked.`);

  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toHaveCount(2);
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  // The page may leave by itself at this moment, which ends the reload.
  await other.reload().catch(() => undefined);
  await expect(other.getByText('This sign-in was ended')).toBeVisible();
});
