import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { beginSet, codeOf, writeCode } from '../pages/velocity-sets.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test, type Page } from '../support/test.ts';

/** A set of one velocity, written and published with the keyboard alone. */
const publishSet = async (page: Page, name: string, velocity: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: 'Velocities' })).toBeVisible();
  await beginSet(page);
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await writeCode(
    page,
    'velocity\\d+',
    `SELECT Sum(@"totalAmount") AS ${velocity} FROM Purchase GROUPBY @"user.userId"`,
  );
  const adds = page.getByRole('region', { name: 'What this event adds' }).getByRole('row', { name: velocity });
  await expect(adds).toContainText('214.9');
  await expect(adds).toContainText('cust-48213');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Active, version 1')).toBeVisible();
};

test('a velocity set is written, tried and published by keyboard, read by a rule, and kept while that rule reads it', async ({
  openAs,
  demo,
}) => {
  const stamp = Date.now();
  const [name, velocity] = [`Spending ${stamp}`, `spent${stamp}`];
  const page = await openAs('fraudEngineer', '/data/velocities');
  await publishSet(page, name, velocity);

  await page.goto(`${demo.origin}/fraud/purchase/rules`);
  const rule = `Reads ${velocity}`;
  const editor = await RuleEditorPage.create(page, rule);
  await editor.write('Decides', `OBSERVE Output(spent = Velocity.${velocity}(@"user.userId", 7d))`);
  await editor.publish('reads what was spent');

  await page.goto(`${demo.origin}/data/velocities?q=${velocity}`);
  const card = page.getByRole('article', { name });
  await expect(card.getByText('Read by')).toBeVisible();
  await card.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  const refused = card.getByRole('alert');
  await expect(refused).toContainText(`${name} cannot be deleted.`);
  await refused.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: rule })).toBeVisible();
});

test('what cannot be counted is refused with its place, and the sample follows its event', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', '/data/velocities?show=templates');
  const templates = page.getByRole('complementary', { name: 'Templates' });
  await templates
    .getByRole('listitem')
    .filter({ hasText: 'Chargebacks per customer' })
    .getByRole('button')
    .press('Enter');
  const adds = page.getByRole('region', { name: 'What this event adds' });
  await expect(adds).toContainText('counts other events');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('chargeback');
  await expect(adds).toContainText('cust-48213');
  await writeCode(page, 'chargebacksPerUser\\w*', 'SELECT Count() AS emailsPerIp FROM Voucher GROUPBY @"user.userId"');
  await expect(page.getByText('There is no event “Voucher” to count.').first()).toBeVisible();
  await expect(page.getByText('Another velocity is called emailsPerIp already.').first()).toBeVisible();
});

test('a system set is read-only and is cloned into one of our own', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', '/data/velocities');
  const card = page.getByRole('article', { name: 'Default - Email velocities', exact: true });
  await card.getByRole('link', { name: 'Default - Email velocities', exact: true }).click();
  await expect(page.getByText('Comes with the product')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: /^Actions for/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Clone' }).press('Enter');
  await expect(codeOf(page, 'purchasesPerEmail_2')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Publish/ })).toBeVisible();
});

test('the value a rule would read is shown with the events behind it', async ({ openAs, merchant }) => {
  const purchaseId = `value-${Date.now()}`;
  const email = `${purchaseId}@mailbox.example`;
  await merchant.purchase({ purchaseId, totalAmount: 12.5, currency: 'EUR', user: { userId: 'nora', email } });
  const page = await openAs('fraudEngineer', '/data/velocities');
  await page.getByRole('link', { name: 'Default - Email velocities', exact: true }).click();
  await expect(codeOf(page, 'spentPerEmail')).toBeVisible();
  await page.keyboard.press('v');
  const panel = page.getByRole('complementary', { name: 'Check a value' });
  await panel.getByRole('combobox', { name: 'Velocity' }).selectOption('spentPerEmail');
  await panel.getByRole('textbox', { name: 'Key' }).fill(email);
  await panel.getByRole('textbox', { name: 'Time window' }).fill('1h');
  await expect(panel.getByText('12.50').first()).toBeVisible();
  await expect(panel.getByTitle(purchaseId).getByRole('link')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Time window' }).fill('91d');
  await panel.getByRole('textbox', { name: 'Key' }).focus();
  await expect(panel.getByText('1–59s, 1–59m, 1–23h or 1–90d')).toBeVisible();
});

test('memory is estimated before a set is published', async ({ openAs, merchant }) => {
  const purchaseId = `memory-${Date.now()}`;
  await merchant.purchase({ purchaseId, totalAmount: 12.5, currency: 'EUR', user: { userId: 'nora' } });
  const page = await openAs('fraudEngineer', '/data/velocities');
  await expect(page.getByRole('article', { name: 'Default - IP velocities', exact: true })).toBeVisible();
  await page.keyboard.press('n');
  const memory = page.getByRole('region', { name: 'Memory it will take' });
  await expect(memory.getByRole('row', { name: /^velocity\d+ [\d,]+ [\d.]+/ })).toBeVisible();
  await expect(memory).toContainText('98 days');
});

test('an administrator chooses where windows begin; others see it', async ({ openAs }) => {
  const page = await openAs('productAdmin', '/data/velocities');
  const choice = page.getByRole('button', { name: /^Where time windows begin/ });
  await choice.press('Enter');
  await page.getByRole('menuitemradio', { name: /^slide/ }).press('Enter');
  await expect(page.getByText('at 11:04, 2h covers since 09:04, to the second')).toBeVisible();
  await choice.press('Enter');
  await page.getByRole('menuitemradio', { name: /^begin on a whole unit/ }).press('Enter');
  await expect(page.getByText('at 11:04, 2h covers since 09:00')).toBeVisible();
});

test('a viewer sees sets and their texts without anything to change them', async ({ openAs }) => {
  const page = await openAs('viewer', '/data/velocities');
  await expect(page.getByRole('article', { name: 'Default - Device ID velocities', exact: true })).toBeVisible();
  await expect(page.getByText('Read only').first()).toBeVisible();
  await expect(page.getByText('begin on a whole unit')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Where time windows begin/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New velocity set' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Default - Device ID velocities', exact: true }).click();
  await expect(codeOf(page, 'purchasesPerDevice')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New velocity', exact: true })).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the velocity sets, their templates and their editor', async ({ openAs }) => {
      const page = await openAs('productAdmin', '/data/velocities?show=templates');
      await expect(page.getByRole('article', { name: 'Default - Email velocities', exact: true })).toBeVisible();
      await expectNoViolation(page);
      const templates = page.getByRole('complementary', { name: 'Templates' });
      await templates.getByRole('button', { name: 'Start a set' }).first().click();
      await expect(page.getByRole('region', { name: 'What this event adds' }).getByRole('table')).toBeVisible();
      await expectNoViolation(page);
    });
  });
}
