import { TOURS } from '@redoubt/console/routes';
import { expectNoViolation } from '../support/axe.ts';
import { visit } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

test('every step of every tour points at a control of its page', async ({ openAs }) => {
  const page = await openAs('productAdmin');
  for (const { id, path, steps } of TOURS) {
    await visit(page, path);
    for (const { target } of steps) await expect(page.locator(target).first(), `${id}: ${target}`).toBeVisible();
  }
});

test('a tour starts by its name from the list, on its own page, and is remembered', async ({ openAs }) => {
  const page = await openAs('productAdmin', '/search');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Tours' }).click();
  const start = page.getByRole('button', { name: 'Start: Environments' });
  await expect(start).toBeVisible();
  await expectNoViolation(page);
  await start.press('Enter');
  const card = page.getByRole('dialog', { name: 'Environments form a tree' });
  await expect(card).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Environments' })).toBeVisible();
  await expect(card).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add one' })).toBeFocused();
  await expectNoViolation(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('tour: reviewing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Open a queue' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Tours' }).click();
  await expect(page.getByRole('button', { name: 'Take again: Environments' })).toBeVisible();
  await expect(page.getByText('Left at step 1 of 2')).toBeVisible();
});
