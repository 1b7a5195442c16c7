import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an external assessment is made, read, found and deleted by keyboard', async ({ openAs }) => {
  const name = `names_${Date.now()}`;
  const page = await openAs('fraudEngineer', '/data/externalassessments');
  await expect(page.getByRole('heading', { level: 1, name: 'External assessments' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'nameCheck' })).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('combobox', { name: 'Assessment' }).selectOption({ label: 'Name check (Northfell, shared)' });
  await expect(page.getByLabel(`Assessments.${name}.Evaluate`)).toContainText('$baseInput = @@');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('No calls in this period.')).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('heading', { level: 1, name }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  const tile = page.getByRole('button', { name });
  await expect(tile).toBeVisible();
  await tile.press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).last().press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'External assessments' })).toBeVisible();
  await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('a viewer sees the external assessments without anything to change them', async ({ openAs }) => {
  const page = await openAs('viewer', '/data/externalassessments');
  await expect(page.getByText('Read only').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New external assessment' })).toHaveCount(0);
});
