import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const RULES = '/fraud/assessments/assessment-1/rules';

test('an action is made, tried after a decision, published behind the others and deleted by keyboard', async ({
  openAs,
}) => {
  const page = await openAs('fraudEngineer', RULES);
  const name = `Tell ${Date.now()}`;
  await expect(page.getByRole('rowheader', { name: /Post-decision actions/ })).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'New post-decision action' }).press('Enter');
  const editor = new RuleEditorPage(page);
  await expect(editor.code('Clause 1')).toContainText('DO SetResponse');
  await editor.name(name);
  await editor.nameClause(1, 'Tells');
  await editor.write('Tells', 'DO SetResponse("Desk", refused = true)\nWHEN Response.Decision() == "Reject"');
  await expect(editor.evaluation).toContainText('no clause does anything');
  await editor.evaluation.getByRole('combobox', { name: 'The event was decided as' }).selectOption('Reject');
  await expect(editor.evaluation).toContainText('Desk = {"refused":true}');
  await expectNoViolation(page);
  await editor.publish('first');
  await page.getByRole('heading', { level: 1, name }).click();
  await page.keyboard.press('Escape');
  const link = page.getByRole('link', { name, exact: true });
  await expect(link).toBeVisible();
  await link.focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: `Delete “${name}”` }).press('Enter');
  await expect(link).toHaveCount(0);
});

test('a viewer reads actions without anything to change them', async ({ openAs }) => {
  const page = await openAs('viewer', RULES);
  await expect(page.getByRole('link', { name: 'Advice for the desk' })).toBeVisible();
  await expect(page.getByText('Read only').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New post-decision action' })).toHaveCount(0);
});
