import { gzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test, type Page } from '../support/test.ts';

const LIST = '/data/upload/purchaseprotection';
const HEADER = 'Order ID,Created at,Total,Currency,Customer ID,Email,Shop floor';

/** Letters and digits, so that no number of a payment card comes of it. */
const markNow = (): string => Date.now().toString(36);

/** Purchases of a file with ids of their own; every two hundredth has an amount that is no number. */
const fileOf = (mark: string, count: number): Buffer => {
  const lines = Array.from({ length: count }, (_, at) => {
    const total = at % 200 === 199 ? 'much' : `${10 + (at % 90)}.50`;
    const day = String((at % 28) + 1).padStart(2, '0');
    const customer = `customer-${mark}-${at % 40}`;
    return `${mark}-${at},2025-03-${day} 10:00,${total},EUR,${customer},${customer}@mail.example,2nd`;
  });
  return Buffer.from([HEADER, ...lines, ''].join('\n'));
};

const choose = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
  await page.getByRole('button', { name: 'New upload' }).click();
  const mimeType = name.endsWith('.gz') ? 'application/gzip' : 'text/csv';
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
};

const command = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

test('a file of purchases is sent, mapped, checked, stored, found and taken back', async ({ openAs }) => {
  test.setTimeout(180_000);
  const mark = `up${markNow()}`;
  const page = await openAs('fraudEngineer', LIST);
  await choose(page, `${mark}.csv.gz`, gzipSync(fileOf(mark, 2000)));
  await expect(page.getByRole('heading', { level: 1, name: `${mark}.csv.gz` })).toBeVisible();

  const source = page.getByRole('combobox', { name: 'Filled by, for totalAmount' });
  await expect(source).toHaveValue('cTotal');
  await expect(page.getByText('gzip, UTF-8')).toBeVisible();
  await source.selectOption({ label: 'Nothing' });
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('combobox', { name: 'Field for column Total' }).selectOption('totalAmount');
  await page.getByRole('combobox', { name: 'Field for column Shop floor' }).selectOption('customData.Shop_floor');
  await page.getByRole('combobox', { name: 'Add a field' }).fill('shippingMethod');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Value of all lines, for shippingMethod' }).fill('Express');
  await expect(page.getByRole('group', { name: 'First lines' }).getByText('Express').first()).toBeVisible();
  await expectNoViolation(page);
  await command(page, /Save and check all lines/).click();

  await expect(page.getByText('1,990 lines can be stored as past events. 10 refused lines are left out.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(
    page
      .getByRole('group', { name: 'Refused lines' })
      .getByText(/column Total holds "much"/)
      .first(),
  ).toBeVisible();
  const saving = page.waitForEvent('download');
  await command(page, 'Error file').click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${mark}-errors.csv`);
  const errors = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  expect(errors).toHaveLength(11);
  expect(errors[1]).toContain(`${mark}-199`);
  await expectNoViolation(page);

  await command(page, 'Store 1,990 lines').click();
  await expect(page.getByText('1,990 events were stored.')).toBeVisible({ timeout: 90_000 });
  const upload = new URL(page.url());
  const found = new URL(`/search?range=2025-03-01..2025-04-01&where=userId~is~customer-${mark}-7`, upload);
  await page.goto(found.href);
  await expect(page.getByText('50 events').first()).toBeVisible({ timeout: 30_000 });
  await page.goto(upload.href);

  await command(page, 'Undo').click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/1,990 events go, with their search rows/)).toBeVisible();
  await expectNoViolation(page);
  await question.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('1,990 events were taken back.')).toBeVisible({ timeout: 90_000 });
});

test('a file goes on after a lost connection, and after the page was loaded anew', async ({ openAs }) => {
  test.setTimeout(120_000);
  const mark = `cut${markNow()}`;
  const content = fileOf(mark, 60_000);
  const page = await openAs('fraudEngineer', LIST);
  let taken = 0;
  let isCut = true;
  await page.route('**/chunks?*', async (route) => {
    taken += 1;
    if (taken > 1 && isCut) return route.abort('internetdisconnected');
    return route.continue();
  });
  await choose(page, `${mark}.csv`, content);
  await expect(page.getByText('No connection: goes on by itself')).toBeVisible();
  await command(page, 'Pause').click();
  await expect(page.getByText('Paused')).toBeVisible();
  await page.reload();
  await expect(page.getByText(new RegExp(`Choose ${mark}.csv .* again`))).toBeVisible();
  const input = page.locator('input[type=file]');

  const other = Buffer.from(content);
  other.write('another', 100);
  await input.setInputFiles({ name: `${mark}.csv`, mimeType: 'text/csv', buffer: other });
  await expect(page.getByText(/This is another file than the one that was begun/)).toBeVisible();
  await expectNoViolation(page);
  isCut = false;
  await input.setInputFiles({ name: `${mark}.csv`, mimeType: 'text/csv', buffer: content });
  await expect(page.getByText('To be checked')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('combobox', { name: 'Filled by, for purchaseId' })).toHaveValue('cOrder ID');

  await command(page, 'Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data upload' })).toBeVisible();
  await expect(page.getByRole('link', { name: `${mark}.csv` })).toHaveCount(0);
});

test('another file takes the mapping of an earlier one', async ({ openAs }) => {
  const mark = `like${markNow()}`;
  const page = await openAs('fraudEngineer', LIST);
  await choose(page, `${mark}-1.csv`, fileOf(`${mark}a`, 5));
  await page.getByRole('combobox', { name: 'Field for column Shop floor' }).selectOption('customData.Shop_floor');
  await command(page, 'Save mapping').click();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await command(page, 'Another file with this mapping').click();
  await expect(page.getByRole('combobox', { name: 'Columns fill' }).locator('option:checked')).toContainText(
    `${mark}-1.csv`,
  );
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${mark}-2.csv`, mimeType: 'text/csv', buffer: fileOf(`${mark}b`, 5) });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${mark}-2.csv` })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Filled by, for customData.Shop_floor' })).toHaveValue('cShop floor');
});
