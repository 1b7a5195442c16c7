import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a person is invited, gets an end, is explained and loses the role again', async ({ openAs }) => {
  const username = `guest-${Date.now()}@partner.example`;
  const page = await openAs('productAdmin', '/settings/access');
  await page.getByRole('button', { name: 'Assign roles' }).press('Enter');
  const panel = page.getByRole('complementary', { name: 'Assign roles' });
  await panel.getByRole('searchbox', { name: 'To whom' }).fill(username);
  await panel.getByRole('button', { name: `Invite ${username} as a guest` }).press('Enter');
  await panel.getByRole('checkbox', { name: 'FraudEngineer' }).press('Space');
  await panel.getByLabel('Until the end of').fill('2099-12-31');
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Helps with the new rules');
  await expectNoViolation(page);
  await panel.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
  await expect(panel).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Name, e-mail' }).fill(username);
  const row = page.getByRole('grid', { name: 'Access control' }).getByRole('row').filter({ hasText: username });
  await expect(row).toContainText('Invited');
  await expect(row).toContainText('FraudEngineer');
  await row.getByText('FraudEngineer').click();
  const person = page.getByRole('complementary', { name: username });
  await expect(person).toContainText('Reason: Helps with the new rules');
  await expectNoViolation(page);
  await person.getByRole('link', { name: 'What may they do, and why' }).press('Enter');

  const area = page.getByRole('row').filter({ hasText: 'Decision rules' });
  await expect(area).toContainText('change → no');
  await expect(page.getByText('Was not here yet.')).toBeVisible();
  await expectNoViolation(page);

  await page.goBack();
  await page.getByRole('complementary', { name: username }).getByRole('button', { name: 'Revoke' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Revoke 1 role?' });
  await expectNoViolation(page);
  await question.getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(row).toHaveCount(0);
});

test('a viewer looks at people and at the table of roles, and gives none', async ({ openAs }) => {
  const page = await openAs('viewer', '/settings/access');
  await expect(page.getByText('Read only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Assign roles' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Roles × permissions' }).click();
  await page.getByRole('searchbox', { name: 'Area, role' }).fill('decision rules');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectNoViolation(page);
});

test('access is reviewed, and a person is disabled and enabled again', async ({ openAs }) => {
  const username = `left-${Date.now()}@partner.example`;
  const page = await openAs('productAdmin', '/settings/access?do=assign');
  const panel = page.getByRole('complementary', { name: 'Assign roles' });
  await panel.getByRole('searchbox', { name: 'To whom' }).fill(username);
  await panel.getByRole('button', { name: `Invite ${username} as a guest` }).press('Enter');
  await panel.getByRole('checkbox', { name: 'FraudEngineer' }).press('Space');
  await panel.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
  await expect(panel).toHaveCount(0);

  await page.getByRole('link', { name: 'Access review' }).click();
  await page.getByRole('button', { name: /^All: / }).click();
  await page.getByRole('searchbox', { name: 'Name, e-mail' }).fill(username);
  const row = page.getByRole('grid', { name: 'Access review' }).getByRole('row').filter({ hasText: username });
  await row.getByText('FraudEngineer').click();
  await expect(row.getByLabel('Marked')).toBeVisible();
  await page.getByRole('button', { name: 'Keep access' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Keep the access of 1 person?' });
  await question.getByRole('textbox', { name: 'Reason' }).fill('Works on the new rules');
  await expectNoViolation(page);
  await question.getByRole('button', { name: 'Keep access' }).press('Enter');
  await expect(row).toContainText('kept, Mara');

  await page.getByRole('link', { name: 'People and groups' }).click();
  await page.getByRole('searchbox', { name: 'Name, e-mail' }).fill(username);
  const listed = page.getByRole('grid', { name: 'Access control' }).getByRole('row').filter({ hasText: username });
  await listed.getByText('FraudEngineer').click();
  const person = page.getByRole('complementary', { name: username });
  await person.getByRole('button', { name: 'Disable' }).press('Enter');
  const disabling = page.getByRole('alertdialog', { name: `Disable ${username}?` });
  await disabling.getByRole('textbox', { name: 'Reason' }).fill('Left the company');
  await disabling.getByRole('button', { name: 'Disable' }).press('Enter');
  await expect(page.getByText('No person or group fits')).toBeVisible();
  await page.getByRole('button', { name: 'Everybody' }).click();
  await listed.getByText('Disabled').click();
  await expect(person).toContainText('Reason: Left the company');
  await expectNoViolation(page);
  await person.getByRole('button', { name: 'Enable' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).press('Enter');
  await expect(listed).toContainText('Invited');
});
