import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const RULES = '/fraud/purchase/rules';

test('versions are compared and rolled back, and the draft beside is merged with what decides', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', RULES);
  const name = `Versions ${Date.now()}`;
  const editor = await RuleEditorPage.create(page, name);
  await editor.write('Clause 1', 'RETURN Reject("RICH")\nWHEN @"totalAmount" > 600');
  await editor.publish('first');
  await editor.write('Clause 1', 'RETURN Review("RICH")\nWHEN @"totalAmount" > 400');
  await editor.publish('second', 2);

  await page.getByRole('button', { name: /^History/ }).click();
  await page.getByRole('button', { name: 'Compare version 2 with 1' }).click();
  const compared = page.getByRole('region', { name: 'Version 1 against Version 2' });
  await compared.getByRole('button', { name: 'Side by side' }).click();
  await expect(compared.locator('mark')).toHaveText(['Reject', 'Review', '600', '400']);
  await expectNoViolation(page);

  await editor.write('Clause 1', 'RETURN Review("RICH")\nWHEN @"totalAmount" > 400\n  && @"user.country" == "DK"');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await compared.getByRole('button', { name: 'Roll back to version 1' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('as version 3');
  await question.getByRole('textbox', { name: 'Note for the history' }).fill('too many to review');
  await question.getByRole('button', { name: 'Roll back to version 1' }).press('Enter');
  await expect(page.getByText('Active (with draft), version 3')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Version 3/ })).toContainText('as version 1');

  await expect(page.getByText(/It was begun on version 2/)).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  const texts = page.getByRole('region', { name: 'Three texts to bring together' });
  await expect(texts).toContainText('1 place was changed by both');
  await expectNoViolation(page);
  await texts.getByRole('button', { name: 'Mine', exact: true }).press('Enter');
  await texts.getByRole('button', { name: 'Merge and go on' }).press('Enter');
  await expect(texts).toBeHidden();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await editor.publish('with the country', 4);
});
