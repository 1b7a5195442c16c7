import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an administrator creates an environment, renames it, deletes it and takes that back', async ({ openAs }) => {
  const name = `Shop ${Date.now()}`;
  const page = await openAs('productAdmin', '/environments');
  const tree = page.getByRole('treegrid', { name: 'Environments' });
  const rows = tree.getByRole('row');
  await expect(rows.filter({ hasText: 'Northfell' }).first()).toHaveAttribute('aria-expanded', 'true');
  await tree.focus();
  const shown = await rows.count();
  await page.keyboard.press('ArrowLeft');
  await expect(rows.filter({ hasText: 'Northfell' }).first()).toHaveAttribute('aria-expanded', 'false');
  expect(await rows.count()).toBeLessThan(shown);
  await page.keyboard.press('ArrowRight');
  await expect(rows).toHaveCount(shown);
  await expectNoViolation(page);

  await page.keyboard.press('Enter');
  const root = page.getByRole('complementary', { name: 'Northfell' });
  await expect(root.getByRole('heading', { name: 'What Northfell inherits' })).toBeVisible();
  await expectNoViolation(page);
  await root.getByRole('button', { name: 'New child' }).click();
  const form = page.getByRole('complementary', { name: 'New environment' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByRole('textbox', { name: 'Tags' }).fill('journey, shop');
  await expectNoViolation(page);
  await form.getByRole('button', { name: 'Create', exact: true }).click();

  const panel = page.getByRole('complementary', { name });
  await expect(panel).toContainText('Active', { timeout: 20_000 });
  await expect(panel).toContainText('journey, shop');
  await expect(panel.getByRole('row', { name: /^Rules/ })).toContainText('Northfell');
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.getByRole('textbox', { name: 'Display name' }).fill(`${name} live`);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();

  const renamed = page.getByRole('complementary', { name: `${name} live` });
  await renamed.getByRole('button', { name: 'Delete' }).click();
  const question = renamed.getByRole('alertdialog');
  await expect(question).toContainText('Usage counts, sums of reports and the activity log stay.');
  await question.getByRole('textbox').fill(name);
  await expectNoViolation(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(renamed).toContainText('Undo until');
  await expect(page.getByRole('button', { name: /^Environment:/ })).toBeVisible();
  await renamed.getByRole('button', { name: 'Undo deletion' }).click();
  await expect(renamed).toContainText('Active');
  await expectNoViolation(page);
});
