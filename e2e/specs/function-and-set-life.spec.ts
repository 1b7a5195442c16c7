import { beginSet, codeOf, writeCode } from '../pages/velocity-sets.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test, type Page } from '../support/test.ts';

const saved = (page: Page) => expect(page.getByText(/^Saved /).first()).toBeVisible();

/** Publishes what stands in the editor of a function, with the difference in view. */
const publishFunction = async (page: Page, added: string): Promise<void> => {
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click();
  const asked = page.getByRole('alertdialog');
  await expect(asked.getByRole('region')).toContainText(added);
  await asked.getByRole('button', { name: 'Publish' }).click();
};

const createFunction = async (page: Page, name: string, code: string): Promise<void> => {
  await page.getByRole('button', { name: 'New function' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create function' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await writeCode(page, 'output1', code);
  await saved(page);
  await publishFunction(page, code);
  await expect(page.getByText(`Version 1 of “${name}” is published`)).toBeVisible();
};

test('a function shows its difference, is published, undone, rolled back from its history and taken out', async ({
  openAs,
}) => {
  const name = `Life_${Date.now()}`;
  const page = await openAs('fraudEngineer', '/data/functions');
  await createFunction(page, name, 'RETURN 11');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The function is out of production; its text is the draft')).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await publishFunction(page, 'RETURN 11');
  await expect(page.getByText(`Version 2 of “${name}” is published`)).toBeVisible();

  await writeCode(page, 'output1', 'RETURN 22');
  await saved(page);
  await publishFunction(page, 'RETURN 22');
  await expect(page.getByText(`Version 3 of “${name}” is published`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('Version 4 is published, with the text of version 2')).toBeVisible();
  await expect(codeOf(page, 'output1')).toContainText('RETURN 11');

  await page.getByRole('button', { name: /^History/ }).click();
  const history = page.getByRole('complementary', { name: 'History' });
  await expect(history).toContainText('Undoes version 3');
  await history.getByRole('button', { name: /^Version 3/ }).click();
  await expect(codeOf(page, 'output1')).toContainText('RETURN 22');
  await page.getByRole('button', { name: 'Roll back to version 3' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('as version 5');
  await expect(page.getByRole('region', { name: /against/ })).toContainText('RETURN 22');
  await expectNoViolation(page);
  await asked.getByRole('textbox').fill('wanted after all');
  await asked.getByRole('button', { name: 'Roll back to version 3' }).click();
  await expect(page.getByText('Version 5 is published, with the text of version 3')).toBeVisible();
});

test('a velocity set that calls a function shows its difference, is published, and undone', async ({
  openAs,
  demo,
}) => {
  const stamp = Date.now();
  const [callee, set, velocity] = [`Group_${stamp}`, `Grouped ${stamp}`, `grouped${stamp}`];
  const page = await openAs('fraudEngineer', '/data/functions');
  await createFunction(page, callee, 'RETURN 7');

  await page.goto(`${demo.origin}/data/velocities`);
  await beginSet(page);
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(set);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: set })).toBeVisible();
  const counting = (aggregate: string): string =>
    `SELECT ${aggregate} AS ${velocity}\nFROM Purchase\nGROUPBY Functions.${callee}().output1.ToString()`;
  await writeCode(page, 'velocity\\d+', counting('Count()'));
  const adds = page.getByRole('region', { name: 'What this event adds' }).getByRole('row', { name: velocity });
  await expect(adds).toContainText('7');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Active, version 1')).toBeVisible();

  await writeCode(page, velocity, counting('Sum(@"totalAmount")'));
  await expect(adds).toContainText('214.9');
  await saved(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  const difference = page.getByRole('region', { name: 'Draft against version 1' });
  await expect(difference).toContainText('SELECT Sum(@"totalAmount")');
  await expect(page.getByText('Active, version 2')).toHaveCount(0);
  await expectNoViolation(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Active, version 2')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('Active, version 3')).toBeVisible();
  await expect(codeOf(page, velocity)).toContainText('SELECT Count()');

  await page.getByRole('button', { name: /^History/ }).click();
  const history = page.getByRole('complementary', { name: 'History' });
  await expect(history).toContainText('Undoes version 2');
  await history.getByRole('button', { name: /^Version 2/ }).click();
  await page.getByRole('button', { name: 'Roll back to version 2' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Its text is used from the next event on, as version 4.');
  await expectNoViolation(page);
  await asked.getByRole('button', { name: 'Roll back to version 2' }).click();
  await expect(page.getByText('Active, version 4')).toBeVisible();
  await expect(codeOf(page, velocity)).toContainText('SELECT Sum');
});
