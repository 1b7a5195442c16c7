import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test, type Page } from '../support/test.ts';

const ROUTING = '/casemanagement/routingrules';

/** Begins a rule by its key, on the list of routing rules. */
const beginRule = async (page: Page, name: string): Promise<RuleEditorPage> => {
  await expect(page.getByRole('button', { name: /^New rule for Purchase/ }).first()).toBeVisible();
  await page.keyboard.press('n');
  const editor = new RuleEditorPage(page);
  await editor.name(name);
  return editor;
};

test('an analyst routes reviews: queues complete, a sample says which and why, order and coverage follow', async ({
  openAs,
  merchant,
  demo,
}) => {
  const page = await openAs('fraudEngineer', ROUTING);
  await expect(page.getByRole('heading', { level: 1, name: 'Routing rules' })).toBeVisible();
  const stamp = Date.now();
  const [own, rest] = [`Of one customer ${stamp}`, `All the rest ${stamp}`];

  const editor = await beginRule(page, own);
  await editor.nameClause(1, 'This customer');
  const proposals = page.locator('.cm-tooltip-autocomplete').getByRole('option');
  // Completion takes Enter only once its list has stood for a moment; before that it is a new line.
  await expect(async () => {
    await editor.write('This customer', 'ROUTETO ');
    await page.keyboard.type('Queue("Ge');
    await expect(proposals.first()).toContainText('General');
    await page.waitForTimeout(250);
    await page.keyboard.press('Enter');
    await expect(editor.code('This customer')).toContainText('ROUTETO Queue("General")', { timeout: 500 });
  }).toPass();
  await editor.write('This customer', `ROUTETO Queue("Generals")\nWHEN @"user.userId" == "route-${stamp}"`);
  await expect(page.getByText(/did you mean “General”/)).toBeVisible();
  await editor.write('This customer', `ROUTETO Queue("General")\nWHEN @"user.userId" == "route-${stamp}"`);
  await expect(editor.evaluation).toContainText('No clause routes this case.');
  await page.getByRole('textbox', { name: 'Value of user.userId' }).fill(`route-${stamp}`);
  await expect(editor.evaluation).toContainText('General This customer');
  await expect(page.getByText('Routes to General')).toBeVisible();
  await expectNoViolation(page);
  await editor.publish('of one customer');
  await page.keyboard.press('Escape');

  const other = await beginRule(page, rest);
  await other.nameClause(1, 'Large');
  await other.write('Large', 'ROUTETO Queue("General")\nWHEN @"totalAmount" > 100000');
  await other.publish('the rest');
  await page.keyboard.press('Escape');

  // By keyboard, the second before the first, and back.
  const names = page.getByRole('table', { name: 'Routing rules' }).getByRole('link', { name: String(stamp) });
  await expect(names).toHaveText([own, rest]);
  await names.last().focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(names).toHaveText([rest, own]);
  await page.getByRole('button', { name: 'Save order' }).press('Enter');
  await expect(page.getByText('The order was saved').first()).toBeVisible();
  await page.reload();
  await expect(names).toHaveText([rest, own]);

  const purchaseId = `routed-${stamp}`;
  const answer = await merchant.purchase({
    purchaseId,
    totalAmount: 90_000,
    currency: 'EUR',
    user: { userId: `route-${stamp}`, country: 'LI' },
  });
  expect(answer).toMatchObject({ MerchantRuleDecision: 'Review' });

  const routing = page.getByRole('region', { name: 'Routing' });
  await expect(async () => {
    await page.goto(`${demo.origin}/search/purchase/${demo.environmentId}/${purchaseId}`);
    await expect(routing).toContainText('To General', { timeout: 5000 });
  }).toPass();
  await expect(routing).toContainText(`Clause “This customer” of “${own}” chose the queue.`);
  await expectNoViolation(page);

  await expect(async () => {
    await page.goto(`${demo.origin}${ROUTING}`);
    await page
      .getByRole('button', { name: /^New rule for Purchase/ })
      .first()
      .waitFor();
    await page.keyboard.press('c');
    await expect(page).toHaveURL(/panel=coverage/);
    const coverage = page.getByRole('table', { name: /^Coverage/ });
    await expect(coverage.getByRole('row', { name: new RegExp(`^${own} 1 `) })).toBeVisible({ timeout: 5000 });
    await expect(coverage.getByRole('row', { name: /^This customer 1 / })).toBeVisible();
  }).toPass();
  await expectNoViolation(page);
});
