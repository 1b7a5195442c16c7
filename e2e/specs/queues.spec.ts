import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { chooseAccount, expect, PEOPLE, test } from '../support/test.ts';

const QUEUES = '/casemanagement/queues';

test('a manager makes a queue and assigns it, its analyst sees it, and a routing rule keeps it', async ({
  browser,
  demo,
  openAs,
}) => {
  const name = `Large baskets ${Date.now()}`;
  const page = await openAs('reviewManager', '/casemanagement');
  await expect(page.getByRole('heading', { level: 1, name: 'Queues' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'General', exact: true })).toBeVisible();
  await expect(page.getByText('Agents at work')).toBeVisible();
  await expectNoViolation(page);

  await page.keyboard.press('n');
  const form = page.getByRole('complementary', { name: 'New queue' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('combobox', { name: 'Ordered by' }).selectOption('Expected loss');
  await form.getByRole('combobox', { name: 'Direction' }).selectOption('Highest first');
  await form.getByRole('spinbutton', { name: 'Time-out in hours' }).fill('4');
  await form.getByRole('combobox', { name: 'Decision at time-out' }).selectOption('Reject');
  await expectNoViolation(page);
  await form.getByRole('button', { name: 'Save' }).click();

  const panel = page.getByRole('complementary', { name });
  await expect(panel).toContainText('Expected loss, Highest first');
  await expect(panel).toContainText('Reject after 4 h');
  await expect(panel).toContainText('No case waits in this queue.');
  await expectNoViolation(page);
  await page.keyboard.press('w');
  const wall = page.getByRole('dialog', { name: 'Wall mode' });
  await expect(wall.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(wall).toHaveCount(0);
  await page.keyboard.press('s');
  const people = page.getByRole('complementary', { name: `Who works on ${name}` });
  await people.getByRole('checkbox', { name: /^Tomas Berg/ }).check();
  await expectNoViolation(page);
  await people.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toContainText('Tomas Berg');

  const other = await browser.newContext();
  const analyst = await other.newPage();
  await analyst.goto(`${demo.origin}${QUEUES}`);
  await chooseAccount(analyst, PEOPLE.reviewAnalyst);
  await expect(analyst.getByRole('button', { name })).toBeVisible();
  await expect(analyst.getByRole('button', { name: 'New queue' })).toHaveCount(0);
  await analyst.getByRole('button', { name: 'Table' }).click();
  await expect(analyst.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expectNoViolation(analyst);
  await other.close();

  const rule = `Route ${name}`;
  await page.goto(`${demo.origin}/casemanagement/routingrules`);
  await page.getByRole('button', { name: 'New rule for Purchase' }).first().click();
  const editor = new RuleEditorPage(page);
  await editor.name(rule);
  await editor.nameClause(1, 'Large');
  await editor.write('Large', `ROUTETO Queue("${name}")\nWHEN @"totalAmount" > 1000000`);
  await editor.publish('first');

  await page.goto(`${demo.origin}${QUEUES}?of=all`);
  await page.getByRole('button', { name }).click();
  const remove = panel.getByRole('button', { name: 'Delete' });
  await expect(remove).toBeDisabled();
  await remove.hover();
  await expect(page.getByText(`Routing rules send cases here: ${rule}.`)).toBeVisible();
  await page.keyboard.press('e');
  await panel.getByRole('textbox', { name: 'Name' }).fill(`${name} of today`);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert').filter({ hasText: rule })).toBeVisible();
});
