import { readFileSync } from 'node:fs';
import { TOURS } from '@redoubt/console/routes';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a tour starts by its name from the list, on its own page, and is remembered', async ({ openAs }) => {
  const page = await openAs('productAdmin', '/search');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
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
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Tours' }).click();
  await expect(page.getByRole('button', { name: 'Take again: Environments' })).toBeVisible();
  await expect(page.getByText('Left at step 1 of 2')).toBeVisible();
});

test('every step of every tour points at a control of its page', async ({ openAs }) => {
  const page = await openAs('productAdmin');
  const { tours } = JSON.parse(readFileSync('packages/i18n/catalogues/en-US/shell.json', 'utf8')) as {
    readonly tours: { readonly name: Readonly<Record<string, string>> };
  };
  for (const { id, name, steps } of TOURS) {
    const shown = tours.name[name.replace('tours.name.', '')] ?? name;
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tours' }).click();
    const list = page.getByRole('complementary', { name: 'Tours' });
    await list.getByRole('button', { name: new RegExp(`: ${shown}$`) }).click();
    const card = page.getByRole('dialog');
    for (let step = Number((await card.getByText(/^Step \d/).textContent())?.match(/\d+/)?.[0]); step > 1; step -= 1)
      await card.getByRole('button', { name: 'Back' }).click();
    for (const { target } of steps) {
      await expect(page.locator(target).first(), `${id}: ${target}`).toBeVisible();
      await card.getByRole('button', { name: /^(Next|Done)$/ }).click();
    }
    await expect(card).toHaveCount(0);
  }
});
