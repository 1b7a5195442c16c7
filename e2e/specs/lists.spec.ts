import { expect, test } from '../support/test.ts';

const csv = (text: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a list is uploaded, replaced with its difference shown, read and refused to a viewer', async ({ openAs }) => {
  const name = `Postcodes ${Date.now()}`;
  const page = await openAs('fraudEngineer', '/data/lists/custom');
  await page.getByRole('button', { name: 'New list' }).click();
  await page.locator('input[type=file]').setInputFiles(csv('postcode,risk\n1000,high\n2000,low\n'));
  await expect(page.getByText('2 rows').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create list' }).click();
  await expect(page.getByText(name).first()).toBeVisible();
});

test('a file with problems is refused by line and nothing is kept', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', '/data/lists/custom');
  await page.getByRole('button', { name: 'New list' }).click();
  await page.locator('input[type=file]').setInputFiles(csv('a,a\n1,2\n3\n'));
  await expect(page.getByText(/problems? in this file/)).toBeVisible();
});

test('a viewer sees the lists without anything to change them', async ({ openAs }) => {
  const page = await openAs('viewer', '/data/lists/custom');
  await expect(page.getByRole('heading', { level: 1, name: 'Custom lists' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New list' })).toHaveCount(0);
  await expect(page.getByText('Read only').first()).toBeVisible();
});
