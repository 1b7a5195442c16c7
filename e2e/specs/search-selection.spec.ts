import { readFile } from 'node:fs/promises';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('events are sorted, chosen by the keyboard, put into a list and exported, from search to the file', async ({
  openAs,
  merchant,
}) => {
  const run = `chosen-${Date.now()}`;
  for (const [index, totalAmount] of [20, 310, 45].entries())
    await merchant.purchase({
      purchaseId: `${run}-${index}`,
      totalAmount,
      currency: 'EUR',
      user: { userId: run, email: `${index}@${run}.example` },
    });
  const page = await openAs('productAdmin', `/search?where=userId~is~${run}`);
  const result = page.getByRole('grid', { name: 'Events found' });
  const amounts = result.getByRole('gridcell').filter({ hasText: /^\D?\d+\.00$/ });
  await expect(amounts).toHaveCount(3);

  await result.getByRole('columnheader', { name: /^Amount/ }).click();
  await expect(page).toHaveURL(/sort=-amount/);
  await expect(amounts.first()).toContainText('310');
  await page.reload();
  await expect(amounts.first()).toContainText('310');

  await result.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Open in graph' })).toHaveAttribute('href', new RegExp(`value=${run}`));
  await page.keyboard.press('b');
  const list = page.getByRole('complementary', { name: 'Send 1 value to a list' });
  await expect(list).toBeVisible();
  await list.getByLabel('Values of').selectOption({ label: 'e-mail, 2 values' });
  await expect(page.getByRole('complementary', { name: 'Send 2 values to a list' })).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.keyboard.press('d');
  const panel = page.getByRole('complementary', { name: 'Export events' });
  await expect(panel.getByText('Only the 2 selected events.')).toBeVisible();
  await panel.getByRole('button', { name: 'Write file' }).click();
  const file = panel.getByRole('list', { name: 'Your exports' }).getByRole('listitem').first();
  await expect(file.getByText('Ready')).toBeVisible({ timeout: 30_000 });
  await expectNoViolation(page);
  const saved = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Download' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^search-\d{8}T\d{4}-\w{6}\.csv$/);
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(head).toMatch(/^environmentId,eventType,eventId,/);
  expect(rows).toHaveLength(2);
  // In the order of the screen, without the first, which was not chosen.
  expect(rows[0]).toContain(',45,');
  expect(rows[1]).toContain(',20,');
  await file.getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByText(download.suggestedFilename())).toHaveCount(0);
});
