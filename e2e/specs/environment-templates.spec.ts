import { readFile } from 'node:fs/promises';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an environment is kept as a template, looked at, moved as a file, used and deleted', async ({ openAs }) => {
  const stamp = Date.now();
  const name = `Shops ${stamp}`;
  // Behind Northfell, the first row that other journeys look for.
  const made = `Stall ${stamp}`;
  const page = await openAs('productAdmin', '/data/templates');
  await page.getByRole('main').getByRole('link', { name: 'Environments', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Environment templates' })).toBeVisible();
  await expectNoViolation(page);

  await page.getByRole('button', { name: 'Save this environment' }).first().press('Enter');
  const form = page.getByRole('complementary', { name: /^Save “.*” as a template$/ });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await expectNoViolation(page);
  await form.getByRole('button', { name: 'Save as template' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(/\d+ rules/);
  await row.click();
  const panel = page.getByRole('complementary', { name });
  await expect(panel.getByText('Blocked e-mails')).toBeVisible();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await expectNoViolation(page);

  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export' }).click();
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as Record<string, unknown>;
  const copy = `${name} copy`;
  await page.locator('input[type=file]').setInputFiles({
    name: 'copy.environment.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...file, name: copy })),
  });
  const imported = page.getByRole('complementary', { name: copy });
  await expect(imported).toBeVisible();
  await imported.getByRole('textbox', { name: 'Description' }).fill('Came as a file');
  await imported.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: copy })).toContainText('Came as a file');

  await imported.getByRole('button', { name: 'New environment from it' }).click();
  const creating = page.getByRole('complementary', { name: 'New environment' });
  await expect(creating.getByLabel('Starts with')).toHaveValue(/^[0-9a-f-]{36}$/);
  await creating.getByRole('textbox', { name: 'Name', exact: true }).fill(made);
  await creating.getByRole('button', { name: 'Create', exact: true }).click();
  const status = page.getByRole('complementary', { name: made }).getByText('Active', { exact: true });
  await expect(status.first()).toBeVisible({ timeout: 20_000 });

  await page.goto(`${new URL(page.url()).origin}/data/templates/environments?find=${stamp}`);
  for (const gone of [copy, name]) {
    await page.getByRole('row').filter({ hasText: gone }).first().click();
    const open = page.getByRole('complementary', { name: gone, exact: true });
    await open.getByRole('button', { name: 'Delete' }).click();
    await open.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row').filter({ hasText: gone })).toHaveCount(0);
  }
});
