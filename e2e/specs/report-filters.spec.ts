import { readFile } from 'node:fs/promises';
import { expectNoViolation } from '../support/axe.ts';
import { GOOD_PURCHASES, publishCostlyRule } from '../support/costly-rule.ts';
import { expect, test, type Page } from '../support/test.ts';
import { openViews } from '../support/views.ts';

/** Little enough that another rule costs most. */
const AMOUNT = 2000;

/** Chooses a value in the panel of filters. */
const choose = async (page: Page, dimension: string, value: RegExp): Promise<void> => {
  await page.locator('[data-command="filters"]').first().click();
  const panel = page.getByRole('complementary', { name: 'Filters' });
  await panel.getByRole('combobox', { name: 'Filter by' }).selectOption({ label: dimension });
  await panel.getByRole('checkbox', { name: value }).check();
  await expectNoViolation(page);
  await page.locator('[data-command="filters"]').first().click();
  await expect(panel).toBeHidden();
};

/** What the address narrows a report to. */
const only = (page: Page): string | null => new URL(page.url()).searchParams.get('only');

test('filters of the summary and the rule report stay in address, file and view, and both count the same', async ({
  openAs,
  merchant,
}) => {
  test.slow();
  const stamp = `narrow${Date.now()}`;
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules');
  const name = await publishCostlyRule(page, merchant, stamp, AMOUNT);
  const summary = new URL('/reports/summary?period=7d', page.url());
  summary.searchParams.set('only', JSON.stringify([['rule', [name]]]));
  await page.goto(summary.href);
  await expect(page.getByRole('button', { name: `Rule: ${name}` })).toBeVisible();
  await choose(page, 'Label', /^Not fraud/);
  const asked = JSON.stringify([
    ['rule', [name]],
    ['label', ['NonFraud']],
  ]);
  await expect.poll(() => only(page)).toBe(asked);

  const events = page.locator('dl dt', { hasText: 'Events' }).locator('..').getByRole('link');
  // Labels follow within seconds, and the reload keeps the filters.
  await expect(async () => {
    await page.reload();
    await expect(events).toHaveText(String(GOOD_PURCHASES), { timeout: 5000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Label: Not fraud' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.locator('[data-command="export"]').first().click();
  const [head = '', ...rows] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(head.split(',').at(-1)).toBe('filters');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toContain(asked.replaceAll('"', '""'));

  let views = await openViews(page);
  await views.getByRole('textbox', { name: 'Name of the view' }).fill(stamp);
  await views.getByRole('textbox', { name: 'Name of the view' }).press('Enter');
  const saved = views.getByRole('button', { name: new RegExp(stamp) }).first();
  await expect(saved).toBeVisible();
  await page.keyboard.press('Escape');
  views = await openViews(page);
  await page.keyboard.press('0');
  await expect.poll(() => only(page)).toBe(null);
  views = await openViews(page);
  await views
    .getByRole('button', { name: new RegExp(stamp) })
    .first()
    .click();
  await expect.poll(() => only(page)).toBe(asked);
  await expect(events).toHaveText(String(GOOD_PURCHASES));

  await page.goto(new URL('/reports/rules?period=7d&show=count', page.url()).href);
  await choose(page, 'Label', /^Not fraud/);
  await expect.poll(() => only(page)).toBe(JSON.stringify([['label', ['NonFraud']]]));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Label: Not fraud' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Decision rules' }).getByRole('row', { name: new RegExp(stamp) });
  await expect(row.getByRole('link', { name: String(GOOD_PURCHASES), exact: true }).first()).toBeVisible();

  const file = page.waitForEvent('download');
  await page.locator('[data-command="export"]').first().click();
  const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]?.split(',').at(-1)).toBe('filters');
  expect(lines.some((line) => line.includes(name) && line.includes('NonFraud'))).toBe(true);
});
