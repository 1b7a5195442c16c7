import { expectNoViolation } from '../support/axe.ts';
import { chooseAccount, expect, PEOPLE, test, type Page, type Person } from '../support/test.ts';

const NEW_TENANT_ID = '5d0c0000-0003-4000-8000-000000000001';
const enter = async (page: Page, origin: string, person: Person, path = '/'): Promise<void> => {
  await page.goto(`${origin}${path}`);
  await chooseAccount(page, PEOPLE[person]);
};

test.describe.configure({ mode: 'serial' });

test.describe('a tenant that is not set up', () => {
  test('tells people with a role who may set it up, and gives them a request to send', async ({ page, demo }) => {
    await enter(page, demo.origin, 'newTenantEngineer', `/?tenant=${NEW_TENANT_ID}`);
    await expect(page.getByRole('heading', { name: 'Kestrel Goods is not set up yet' })).toBeVisible();
    await expect(page.getByText('directory role “Global administrator”')).toBeVisible();
    await expect(page.getByText(`/setup?tenant=${NEW_TENANT_ID}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy the request' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Steps of set-up' })).toHaveCount(0);
    await expectNoViolation(page);
  });

  test('is set up step by step by its global administrator, by keyboard and over a reload', async ({ page, demo }) => {
    await enter(page, demo.origin, 'globalAdministrator', `/setup?tenant=${NEW_TENANT_ID}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Set up' })).toBeVisible();
    const heading = (name: string) => page.getByRole('heading', { level: 2, name });
    const next = page.getByRole('button', { name: 'Next' });
    await expect(heading('Step 1 of 5 Statement')).toBeVisible();
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expectNoViolation(page);
    await page.getByRole('checkbox').press('Space');
    await next.press('Enter');

    await expect(heading('Step 2 of 5 Organisation')).toBeFocused();
    await expectNoViolation(page);
    await page.getByLabel('Name of your organisation').fill('Kestrel');
    await page.reload();
    await expect(heading('Step 2 of 5 Organisation')).toBeVisible();
    await expect(page.getByLabel('Name of your organisation')).toHaveValue('Kestrel');
    await page.getByLabel('Name of your organisation').press('Enter');

    await expect(heading('Step 3 of 5 Environments')).toBeFocused();
    const name = page.getByLabel('Name of environment 1');
    await expect(name).toHaveValue('Kestrel Goods');
    await name.fill('-');
    await name.press('Tab');
    await expect(page.getByRole('alert').filter({ hasText: 'Use letters, digits and spaces' })).toBeVisible();
    await name.fill('Kestrel');
    await page.getByRole('button', { name: 'Add an environment' }).press('Enter');
    await page.getByLabel('Name of environment 2').fill('Kestrel trial');
    await page.getByLabel('Currency of amounts').fill('sek');
    await expectNoViolation(page);
    await page.getByLabel('Currency of amounts').press('Enter');

    await expect(heading('Step 4 of 5 Administrators')).toBeFocused();
    await page.getByLabel('Sign-in names, one per line').fill('otto@kestrel.example');
    await expectNoViolation(page);
    await next.press('Enter');

    await expect(heading('Step 5 of 5 Check and finish')).toBeFocused();
    await expect(page.getByText('Kestrel trial (Sandbox)')).toBeVisible();
    await expect(page.getByText('Amounts in SEK')).toBeVisible();
    await expectNoViolation(page);
    await page.getByRole('button', { name: 'Finish set-up' }).press('Enter');

    await expect(page.getByText('Kestrel is set up. What it needs next:')).toBeVisible();
    await expectNoViolation(page);
    const steps = page.getByRole('list', { name: 'First steps' });
    await expect(steps.getByRole('listitem').filter({ hasText: 'Invite people' })).toContainText('done');
    await expect(steps.getByRole('listitem').filter({ hasText: 'Send the first event' })).toContainText('not yet');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText('Kestrel is ready')).toBeVisible();
    await page.keyboard.press('Escape');
    await steps.getByRole('link', { name: 'Publish the first rule' }).click();
    await expect(page).toHaveURL(/starter=highAmount/);
    await expect(page.getByText('Above the limit').first()).toBeVisible();
  });

  test('is then like any other', async ({ page, demo }) => {
    await enter(page, demo.origin, 'newTenantEngineer', `/fraud/purchase/rules?tenant=${NEW_TENANT_ID}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Purchase rules' })).toBeVisible();
  });
});

test.describe('an administrator on the first visit', () => {
  test('gets nowhere without accepting, and everywhere after it', async ({ page, demo }) => {
    const asked = page.getByRole('heading', { level: 1, name: 'Before you administer' });
    await enter(page, demo.origin, 'newAdministrator', '/search');
    await expect(asked).toBeVisible();
    await expectNoViolation(page);
    await page.keyboard.press('Escape');
    await page.goto(`${demo.origin}/data/lists/custom`);
    await expect(asked).toBeVisible();
    await page.goBack();
    await expect(asked).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    const accept = page.getByRole('button', { name: 'I accept' });
    await expect(accept).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('checkbox').check();
    await accept.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  });

  test('sees what is critical on every page until they dismiss it', async ({ openAs, demo }) => {
    const page = await openAs('newAdministrator', '/search');
    const bar = page.getByRole('alert').filter({ hasText: 'Outlet is out of order' });
    await expect(bar).toBeVisible();
    await page.goto(`${demo.origin}/data/lists/custom`);
    await expect(bar).toBeVisible();
    await expectNoViolation(page);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText('Benelux could not be created')).toBeVisible();
    await expectNoViolation(page);
    await page.keyboard.press('Escape');
    const kept = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
    await bar.getByRole('button', { name: 'Dismiss this notice' }).click();
    await kept;
    await expect(bar).toHaveCount(0);
    await page.evaluate(`localStorage.removeItem('DFP/CriticalNotificationDismissed')`);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Custom lists' })).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText('Benelux could not be created')).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
});

test('a tour is offered once, runs by keyboard, and goes on where it was left', async ({ openAs, demo }) => {
  const page = await openAs('newAdministrator');
  await page.getByRole('button', { name: 'Start the tour' }).press('Enter');
  const card = page.getByRole('dialog', { name: 'Where you work' });
  await expect(card).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'What you may do' })).toBeFocused();
  await expectNoViolation(page);
  const kept = page.waitForResponse((response) => response.url().endsWith('/me/settings') && response.ok());
  await page.keyboard.press('Escape');
  await kept;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${demo.origin}/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start the tour' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Take the tour' }).click();
  await expect(page.getByText('Step 2 of 5')).toBeVisible();
});

test('a person of two tenants switches between them', async ({ openAs }) => {
  const page = await openAs('productAdmin');
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Switch tenant' }).click();
  await expect(page.getByRole('menuitem', { name: 'Kestrel Goods' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Harbour Pay' }).click();
  await chooseAccount(page, PEOPLE.productAdmin);
  await expect(page.getByRole('banner')).toContainText('Harbour');
});

test('a person of one tenant is not offered another', async ({ openAs }) => {
  const page = await openAs('fraudEngineer');
  const asked = page.waitForResponse((response) => response.url().endsWith('/me/tenants'));
  await page.getByRole('button', { name: /account menu/ }).click();
  await asked;
  await expect(page.getByRole('menuitem', { name: /Language/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Switch tenant' })).toHaveCount(0);
});
