import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const RULES = '/fraud/purchase/rules';

test('versions are compared and rolled back, and the draft beside is merged with what decides', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', RULES);
  const name = `Versions ${Date.now()}`;
  const editor = await RuleEditorPage.create(page, name);
  await editor.write('Decides', 'RETURN Reject("RICH")\nWHEN @"totalAmount" > 600');
  await editor.publish('first');
  await editor.write('Decides', 'RETURN Review("RICH")\nWHEN @"totalAmount" > 400');
  await editor.publish('second', 2);

  await page.getByRole('button', { name: /^History/ }).click();
  await page.getByRole('button', { name: 'Compare version 2 with 1' }).click();
  const compared = page.getByRole('region', { name: 'Version 1 against Version 2' });
  await compared.getByRole('button', { name: 'Side by side' }).click();
  await expect(compared.locator('mark')).toHaveText(['Reject', 'Review', '600', '400']);
  await expectNoViolation(page);

  await editor.write('Decides', 'RETURN Review("RICH")\nWHEN @"totalAmount" > 400\n  && @"user.country" == "DK"');
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

test('a published rule becomes a template, goes out as a file, comes in again and starts a rule', async ({
  openAs,
}) => {
  const page = await openAs('fraudEngineer', RULES);
  const name = `Template ${Date.now()}`;
  const editor = await RuleEditorPage.create(page, name);
  await editor.write('Decides', 'RETURN Reject("RICH")\nWHEN @"totalAmount" > 600');
  await editor.publish('first');
  await page
    .getByRole('button', { name: 'More commands' })
    .or(page.getByRole('button', { name: 'Create template' }))
    .first()
    .click();
  const command = page.getByRole('menuitem', { name: 'Create template' });
  if (await command.isVisible()) await command.click();
  const form = page.getByRole('form', { name: 'Create template' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await form.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('link', { name: 'Show it' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Template library' })).toBeVisible();
  const panel = page.getByRole('complementary', { name });
  await expect(panel).toContainText('@"totalAmount" > 600');
  await expectNoViolation(page);
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export' }).click();
  const path = await (await download).path();
  await panel.getByRole('textbox', { name: 'Name' }).fill(`${name} kept`);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('complementary', { name: `${name} kept` })).toBeVisible();

  await page.getByLabel('Import template').and(page.locator('input')).setInputFiles(path);
  await expect(page.getByRole('complementary', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New rule from it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} 2` })).toBeVisible();
  await expect(editor.code('Decides')).toContainText('@"totalAmount" > 600');
});

test('publishing shows a rule that rejects everything, asks for names, and can be undone from the toast', async ({
  openAs,
}) => {
  const page = await openAs('fraudEngineer', RULES);
  await page.getByRole('button', { name: 'New rule', exact: true }).click();
  await expect(page.getByText('Saved with the first change')).toBeVisible();
  const editor = new RuleEditorPage(page);
  await editor.write('Clause 1', 'RETURN Reject("ALL")');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(editor.code('Clause 1')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(editor.review.getByRole('alert')).toContainText('rejects every event');
  await expect(editor.review).toContainText('Not tested against history');
  await expectNoViolation(page);
  const publish = page.getByRole('button', { name: 'Publish version 1' });
  await expect(publish).toHaveAttribute('aria-disabled', 'true');
  await expect(editor.review.getByRole('textbox', { name: 'Name of the rule' })).toBeFocused();
  await page.keyboard.type(`Stops all ${Date.now()}`);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Everything');
  await publish.press('Enter');
  await expect(page.getByText('Active, version 1')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Inactive, version 1')).toBeVisible();
});
