import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a fraud engineer finds the cashier who stands out, sees why, notes a finding, and shows the id for a reason', async ({
  demo,
  openAs,
}) => {
  const page = await openAs('fraudEngineer', '/fraud/lossprevention');
  await expect(page.getByRole('heading', { level: 1, name: 'Loss prevention' })).toBeVisible();
  await expect(page.getByText('Revenue opportunity')).toBeVisible();
  const top = page.getByRole('table', { name: 'Top risk' });
  const first = top.getByRole('row').nth(1);
  await expect(first).toBeVisible();
  await expectNoViolation(page);

  await page.getByLabel('Score from').fill('999');
  await expect(page).toHaveURL(/scoreFrom=999/);
  await page.getByLabel('Score from').fill('0');
  const pseudonym = (await first.getByRole('link').textContent()) ?? '';
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: pseudonym })).toBeVisible();
  await expect(page.getByText('Reasons by month')).toBeVisible();
  await expectNoViolation(page);

  await page.getByRole('button', { name: 'Add a finding' }).click();
  const finding = page.getByRole('complementary', { name: 'Add a finding' });
  await finding.getByLabel('Disposition').selectOption('coached');
  await finding.getByLabel('Note').fill('Receipts were missing; explained the rule');
  await finding.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Receipts were missing; explained the rule')).toBeVisible();

  await page.getByRole('button', { name: 'Show the id at tills' }).click();
  const reveal = page.getByRole('complementary', { name: 'Show the id at tills' });
  await reveal.getByLabel('Why do you need it?').press('Control+Enter');
  await expect(reveal.getByText('Say why.')).toBeVisible();
  await expect(reveal.getByText('Id at tills:')).toBeHidden();
  await reveal.getByLabel('Why do you need it?').fill('Talk with the manager of the store');
  await reveal.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(reveal.getByText('Id at tills:')).toBeVisible();
  await expectNoViolation(page);

  await page.goto(`${demo.origin}/fraud/lossprevention?find=${pseudonym}`);
  await expect(top.getByRole('row', { name: new RegExp(`${pseudonym}.*Coached`) })).toBeVisible();
});

test('a viewer reads scores of staff but neither writes findings nor sees ids', async ({ openAs }) => {
  const page = await openAs('viewer', '/fraud/lossprevention');
  await page.getByRole('table', { name: 'Top risk' }).getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByText('Reasons by month')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a finding' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Show the id at tills' })).toBeHidden();
});

test('files of a till system are taken from the folder, refused lines told, and the folder disconnected again', async ({
  openAs,
}) => {
  const page = await openAs('fraudEngineer', '/fraud/lossprevention?tab=data');
  const part = page.getByRole('region', { name: 'Connection' });
  await part.getByRole('button', { name: 'Connect' }).click();
  const form = page.getByRole('complementary', { name: 'Connect' });
  await form.getByLabel('Till transactions: names of files').fill('journey-*.csv');
  await expectNoViolation(page);
  await form.getByRole('button', { name: 'Connect' }).click();
  await expect(part.getByText('Connected', { exact: true })).toBeVisible();
  const syncs = page.getByRole('table', { name: 'Ten recent syncs' });

  const folder = (await part.getByRole('group', { name: 'Folder' }).locator('code').textContent()) ?? '';
  const file = join(folder, 'journey-1.csv');
  const line = (id: string, kind: string): string => `${id},2026-11-02T10:00:00Z,J1,J-T1,J-S1,${kind},EUR,10`;
  const header = 'transactionId,receiptDate,staffId,terminalId,storeId,kind,currency,netAmount';
  await writeFile(file, [header, line('j-1', 'sale'), line('j-2', 'gift'), line('j-3', 'return'), ''].join('\n'));
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(file, anHourAgo, anHourAgo);
  const now = part.getByRole('button', { name: 'Sync now' });
  await expect(now).toBeEnabled({ timeout: 90_000 });
  await now.click();
  await expect(
    syncs
      .getByRole('row')
      .filter({ hasText: 'Success' })
      .filter({ hasText: /1\s*2\s*1/ }),
  ).toBeVisible({
    timeout: 60_000,
  });
  await expectNoViolation(page);

  await part.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('alertdialog', { name: 'Disconnect the folder?' });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(part.getByText('Disconnected')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Connect again' })).toBeVisible();
});
