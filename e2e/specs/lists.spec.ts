import { expectNoViolation } from '../support/axe.ts';
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

test('rows are edited by keyboard, seen as a difference, saved and rolled back', async ({ openAs }) => {
  const name = `Ledger ${Date.now()}`;
  const page = await openAs('fraudEngineer', '/data/lists/custom');
  await page.getByRole('button', { name: 'New list' }).click();
  await page.locator('input[type=file]').setInputFiles(csv('user,until\ncust-1,\ncust-2,2035-01-31\n'));
  await expect(page.getByText('2 rows').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Rows expire by' }).selectOption('until');
  await page.getByRole('button', { name: 'Create list' }).click();
  const panel = page.getByRole('complementary', { name });
  await expect(panel.getByRole('gridcell', { name: 'cust-1' })).toBeVisible();
  await expectNoViolation(page);

  await panel.getByRole('button', { name: /Edit rows/ }).click();
  const editor = page.getByRole('complementary', { name: `Edit rows of ${name}` });
  const grid = editor.getByRole('grid');
  await expect(editor.getByRole('gridcell', { name: 'cust-1' })).toBeVisible();
  await grid.focus();
  await expect(editor.getByRole('row', { selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('textbox', { name: 'user' })).toBeFocused();
  await page.keyboard.type('cust-9');
  await page.keyboard.press('Enter');
  await expect(editor.getByText('0 added, 1 changed, 0 removed')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Insert');
  await expect(editor.getByRole('textbox', { name: 'user' })).toBeFocused();
  await page.keyboard.type('cust-3');
  await page.keyboard.press('Enter');
  await expect(editor.getByText('1 added, 1 changed, 1 removed')).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('gridcell', { name: 'cust-9' })).toBeVisible();
  await expect(panel.getByRole('gridcell', { name: 'cust-3' })).toBeVisible();

  await panel.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('complementary', { name: `Versions of ${name}` });
  await versions.getByRole('button', { name: /Version 1/ }).click();
  await expect(versions.getByText('2 added, 2 removed, 0 stay')).toBeVisible();
  await versions.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click();
  await expect(versions.getByText('Rolled back to version 1')).toBeVisible();
  await expectNoViolation(page);
});

test('the form of a database list says why a connection is refused', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', '/data/lists/custom');
  await page.getByRole('button', { name: 'New database list' }).click();
  const panel = page.getByRole('complementary', { name: 'New database list' });
  for (const [name, value] of [
    ['Host', '10.1.2.3'],
    ['Database', 'shop'],
    ['User', 'reader'],
    ['Table or view', 'customers'],
  ] as const) {
    await panel.getByRole('textbox', { name, exact: true }).fill(value);
  }
  await expectNoViolation(page);
  await panel.getByRole('button', { name: 'Test connection' }).click();
  await expect(panel.getByText(/did not answer as expected \(addressRefused\)/)).toBeVisible();
});
