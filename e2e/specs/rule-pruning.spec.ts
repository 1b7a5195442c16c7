import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test, type Page } from '../support/test.ts';

/** A rule that rejects purchases of one customer: small ones, which rules of other journeys leave alone. */
const publishRule = async (page: Page, name: string, stamp: string, above: number): Promise<void> => {
  await page.goto(new URL('/fraud/purchase/rules', page.url()).href);
  const editor = await RuleEditorPage.create(page, name);
  await editor.write(
    'Decides',
    `RETURN Reject("${name}")\nWHEN @"user.userId" == "${stamp}" && @"totalAmount" > ${above}`,
  );
  await editor.publish('Dear ones');
};

test('which rules can go: worked out over stored events, and made a branch that is taken back', async ({
  openAs,
  merchant,
}) => {
  const stamp = `pruned${Date.now()}`;
  const [first, same, dead] = [`Dear ${stamp}`, `Same ${stamp}`, `Dead ${stamp}`];
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules');
  await publishRule(page, first, stamp, 10);
  await publishRule(page, same, stamp, 11);
  await publishRule(page, dead, stamp, 900_000_000);
  let bought = '';
  const buy = async () => {
    bought = `${stamp}-${crypto.randomUUID()}`;
    return merchant.purchase({ purchaseId: bought, totalAmount: 12, currency: 'EUR', user: { userId: stamp } });
  };
  await expect.poll(async () => (await buy())['MerchantRuleReason']).toBe(first);
  await merchant.label(bought, true);

  await page.goto(new URL('/reports/rules?tab=pruner&period=7d', page.url()).href);
  const tab = page.getByRole('region', { name: 'Pruner' });
  await tab.getByRole('button', { name: /^Work out for/ }).press('Enter');
  const table = tab.getByRole('table', { name: 'Rules of the set' });
  await expect(table.getByRole('row', { name: new RegExp(`^${same}`) })).toContainText(
    `100% of its events are decided by ${first} too`,
    { timeout: 60_000 },
  );
  await expect(table.getByRole('row', { name: new RegExp(`^${dead}`) })).toContainText('matches nothing');
  await expect(table.getByRole('row', { name: new RegExp(`^${dead}`) })).toContainText('goes');
  await expectNoViolation(page);

  // The handle chooses another set, which the address keeps.
  await tab.getByRole('slider', { name: 'How many rules are kept' }).press('ArrowRight');
  await expect(page).toHaveURL(/keep=\d+/);
  await tab.getByRole('button', { name: /^Back to the proposed/ }).press('Enter');
  await expect(page).not.toHaveURL(/keep=/);

  await tab.getByRole('button', { name: /^Make a branch without/ }).press('Enter');
  await expect(page).toHaveURL(/branch=pruned-/);
  await expect(page.getByText('It decides nothing until it is promoted.')).toBeVisible();
  await expect(page.getByRole('link', { name: dead })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).first().press('Enter');
  await expect(page).toHaveURL(/tab=pruner/);
  await expect(page.getByText(/is gone$/).first()).toBeVisible();
});
