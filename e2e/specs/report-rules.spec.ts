import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { GOOD_PURCHASES, publishCostlyRule } from '../support/costly-rule.ts';
import { expect, test, type Page } from '../support/test.ts';

const tableOf = (page: Page) => page.getByRole('table', { name: 'Decision rules' });
/** The first rule of the table, below its heads. */
const firstOf = (page: Page) => tableOf(page).getByRole('row').nth(1);

test('which rule cost us most good customers last week, and what happens with a higher threshold: five clicks', async ({
  openAs,
  merchant,
}) => {
  test.slow();
  const stamp = `money${Date.now()}`;
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules');
  const name = await publishCostlyRule(page, merchant, stamp);
  await page.goto(new URL('/reports/summary', page.url()).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Summary report' })).toBeVisible();

  let clicks = 0;
  const click = async (target: ReturnType<Page['getByRole']>): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Rule report' }));
  await expect(async () => {
    await page.reload();
    await expect(firstOf(page)).toContainText(name, { timeout: 5000 });
    await expect(firstOf(page).getByRole('link', { name: String(GOOD_PURCHASES), exact: true })).toBeVisible();
  }).toPass();
  await click(page.getByRole('button', { name: '7 days' }));
  await expect(page).toHaveURL(/period=7d/);
  await expect(firstOf(page)).toContainText(name);
  await expect(firstOf(page)).toContainText('labels only');
  await expect(page.getByText(/What a stopped event would have become is not known/)).toBeVisible();
  await expectNoViolation(page);

  await click(firstOf(page).getByRole('link', { name: `Test ${name} with another threshold` }));
  const panel = page.getByRole('region', { name: 'Test against history' });
  await expect(panel).toBeVisible();
  const editor = new RuleEditorPage(page);
  await click(editor.code('Decides'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(`RETURN Reject("dear")\nWHEN @"user.userId" == "${stamp}" && @"totalAmount" > 250000`);
  await expect(async () => {
    await panel.getByRole('button', { name: 'Test', exact: true }).press('Enter');
    await expect(panel.getByText('decisions would be different')).toBeVisible({ timeout: 15_000 });
  }).toPass();
  await expect(panel.getByText('No longer rejected').locator('..')).toContainText('€1,2');
  clicks += 1;
  expect(clicks).toBeLessThanOrEqual(5);
});

test('figures of a rule lead to their events, and Search names the rule', async ({ openAs, merchant }) => {
  test.slow();
  const stamp = `named${Date.now()}`;
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules');
  const name = await publishCostlyRule(page, merchant, stamp);
  await expect(async () => {
    await page.goto(new URL('/reports/rules?period=7d', page.url()).href);
    const row = tableOf(page).getByRole('row', { name: new RegExp(stamp) });
    await row.getByRole('link', { name: String(GOOD_PURCHASES), exact: true }).click({ timeout: 5000 });
  }).toPass();
  await expect(page).toHaveURL(/\/search\?/);
  const results = page.getByRole('main');
  await expect(results.getByText(name).first()).toBeVisible();
  await expect(results.getByRole('row', { name: new RegExp(`${stamp}-0`) })).toBeVisible();
});

test('a rule says how its hits were decided', async ({ openAs, merchant }) => {
  test.slow();
  const stamp = `clause${Date.now()}`;
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules');
  await publishCostlyRule(page, merchant, stamp);
  const row = tableOf(page).getByRole('row', { name: new RegExp(stamp) });
  await expect(async () => {
    await page.goto(new URL('/reports/rules?period=7d&show=count&drawn=rejectRate', page.url()).href);
    await expect(row.getByRole('link', { name: String(GOOD_PURCHASES), exact: true }).first()).toBeVisible({
      timeout: 5000,
    });
  }).toPass();
  // What asked whether the rule decides already is among its hits.
  await expect(row.getByRole('img', { name: /^Distribution: Reject 100\.0% \(\d+\)$/ })).toBeVisible();
  await expectNoViolation(page);
});
