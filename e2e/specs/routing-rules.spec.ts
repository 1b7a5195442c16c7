import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const ROUTING = '/casemanagement/routingrules';

test('a routing rule is written, tried on a sample, published, and stands in the list with its coverage', async ({
  openAs,
}) => {
  const page = await openAs('fraudEngineer', ROUTING);
  await expect(page.getByRole('heading', { level: 1, name: 'Routing rules' })).toBeVisible();
  await page.keyboard.press('n');
  const name = `Small amounts ${Date.now()}`;
  const editor = new RuleEditorPage(page);
  await editor.name(name);
  await editor.nameClause(1, 'Small');
  await editor.write('Small', 'ROUTETO Queue("General")\nWHEN @"totalAmount" > 1');
  await expect(page.getByText('Routes to General')).toBeVisible();
  await expectNoViolation(page);
  await editor.publish('first');
  await page.keyboard.press('Escape');

  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: /^Coverage/ }).click();
  await expect(page).toHaveURL(/panel=coverage/);
  await expectNoViolation(page);
});
