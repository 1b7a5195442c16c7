import { chooseAccount, expect, PEOPLE, reachAccounts, test } from '../support/test.ts';

test('a sign-in leads to the address that was asked for', async ({ signInAs }) => {
  const page = await signInAs('fraudEngineer', '/data/lists/custom');
  await expect(page).toHaveURL(/\/data\/lists\/custom/);
  await expect(page.getByRole('heading', { level: 1, name: 'Custom lists' })).toBeVisible();
});

test('the link of the terminal opens the console and needs no code', async ({ page, demo }) => {
  await page.goto(demo.signInLink);
  await page.waitForURL(/\/idp-login\//);
  await page.getByRole('button', { name: new RegExp(PEOPLE.viewer) }).click();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a person without a role is told whom to ask and which ids to pass on', async ({ page, demo }) => {
  await page.goto(demo.origin);
  await chooseAccount(page, PEOPLE.withoutRole);
  await expect(page.getByRole('heading', { name: 'You have no role yet' })).toBeVisible();
  await expect(page.getByText(demo.tenantId).or(page.getByTitle(demo.tenantId)).first()).toBeVisible();
});

test('a person whose role opens no active environment is told so', async ({ page, demo }) => {
  await page.goto(demo.origin);
  await chooseAccount(page, PEOPLE.withoutEnvironment);
  await expect(page.getByRole('heading', { name: 'There is no environment for you' })).toBeVisible();
});

test('a second page needs no second sign-in, and signing out ends both', async ({ signInAs, context, demo }) => {
  const page = await signInAs('viewer');
  const second = await context.newPage();
  await second.goto(`${demo.origin}/search`);
  await expect(second.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await second.close();
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await page.goto(`${demo.origin}/search`);
  await page.waitForURL(/\/idp-login\//);
});

test('a second tenant has its own people and sees nothing of the first', async ({ page, demo }) => {
  await page.goto(demo.origin);
  await reachAccounts(page);
  await page.getByRole('link', { name: /Harbour/ }).click();
  await chooseAccount(page, PEOPLE.otherTenantAdmin);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('banner')).not.toContainText('Northfell');
  await page.goto(`${demo.origin}/search/purchase/${demo.environmentId}/ord-1`);
  await expect(page.getByRole('main')).toContainText(
    /does not exist|no such event|not open to you|ENV-NO-ACCESS|cannot be opened/i,
  );
});
