import { EVENT_EXAMPLES } from '@redoubt/domain';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const RULES = '/fraud/accountcreation/rules';

test('a branch is made by keyboard, tried beside production, and its promotion looked at', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', RULES);
  const name = `Trial ${Date.now()}`;
  await expect(page.getByText('Address not proven').first()).toBeVisible();
  await page.keyboard.press('b');
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: 'New branch' }).press('Enter');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await expect(panel.getByRole('checkbox', { name: 'Address not proven' })).toBeChecked();
  await expectNoViolation(page);
  await panel.getByRole('button', { name: 'Create branch' }).press('Enter');

  await expect(page.getByRole('button', { name: `Branch: ${name}` })).toBeVisible();
  await expect(page).toHaveURL(/branch=trial-\d+/);
  await expect(panel).toContainText(/\/v1\.0\/action\/account\/create\/\{signUpId\}\/branch\/trial-/);
  await panel.getByRole('button', { name: 'Start experiment' }).press('Enter');
  await expect(panel.getByText('Running')).toBeVisible();
  await expectNoViolation(page);
  await panel.getByRole('link', { name: 'Show comparison' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `${name} beside production` })).toBeVisible();
  await page.getByRole('button', { name: 'Stop experiment' }).press('Enter');
  await expect(page.getByText('The experiment has ended.')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Branches/ }).press('Enter');
  await panel.getByRole('link', { name: 'Promote to production' }).press('Enter');
  await expect(page.getByText('Unchanged').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Promote to production' })).toBeVisible();
  await expectNoViolation(page);

  await page.getByRole('link', { name: 'Back to the rules' }).press('Enter');
  await page.getByRole('button', { name: /^Branches/ }).press('Enter');
  await panel.getByRole('button', { name: 'Delete branch' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete branch' }).press('Enter');
  await expect(page.getByText(`The branch ${name} is deleted.`)).toBeVisible();
  await expect(page).not.toHaveURL(/branch=/);
});

test('who may only read sees what an experiment found, and cannot end it', async ({ openAs, merchant }) => {
  const { full } = EVENT_EXAMPLES.accountLogin;
  const loginId = `branch-${Date.now()}`;
  const body = structuredClone(full) as { metadata: { loginId: string }; user: { countryRegion: string } };
  body.metadata.loginId = loginId;
  body.user.countryRegion = 'SE';
  expect((await merchant.post('/v1.0/action/account/login/x', body)).status).toBe(200);

  const page = await openAs('viewer', '/fraud/accountlogin/rules?branch=challenge-changes&panel=branches');
  await expect(page.getByRole('button', { name: 'New branch' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Show comparison' }).click();
  await expect(page.getByRole('link', { name: loginId })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Stop experiment' })).toHaveCount(0);
  await expectNoViolation(page);
});
