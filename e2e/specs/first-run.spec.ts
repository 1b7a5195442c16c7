import { expectNoViolation } from '../support/axe.ts';
import { chooseAccount, expect, PEOPLE, test, type Page, type Person } from '../support/test.ts';

const NEW_TENANT_ID = '5d0c0000-0003-4000-8000-000000000001';
const enter = async (page: Page, origin: string, person: Person, path = '/'): Promise<void> => {
  await page.goto(`${origin}${path}`);
  await chooseAccount(page, PEOPLE[person]);
};

test.describe.configure({ mode: 'serial' });

test.describe('a tenant that is not set up', () => {
  test('tells people with a role whom to ask', async ({ page, demo }) => {
    await enter(page, demo.origin, 'newTenantEngineer', `/?tenant=${NEW_TENANT_ID}`);
    await expect(page.getByRole('heading', { name: 'Kestrel Goods is not set up yet' })).toBeVisible();
    await expect(page.getByText('Ask a global administrator')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start set-up' })).toHaveCount(0);
    await expectNoViolation(page);
  });

  test('is set up by its global administrator, who then accepts the statement', async ({ page, demo }) => {
    await enter(page, demo.origin, 'globalAdministrator', `/?tenant=${NEW_TENANT_ID}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Set up' })).toBeVisible();
    await expectNoViolation(page);
    const name = page.getByLabel('Name of the first environment');
    await expect(name).toHaveValue('Kestrel Goods');
    await name.fill('-');
    await name.press('Tab');
    await expect(page.getByRole('alert').filter({ hasText: 'Use letters, digits and spaces' })).toBeVisible();
    await name.fill('Kestrel');
    await name.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Before you administer' })).toBeVisible();
    await page.getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'I accept' }).press('Enter');
    await expect(page.getByRole('banner')).toContainText('Kestrel');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText('Kestrel is ready')).toBeVisible();
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
