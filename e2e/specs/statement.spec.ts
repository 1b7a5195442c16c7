import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const TENANT_ID = '5d0c0000-0002-4000-8000-000000000001';

test('an administrator prints the statement, stops asking for it with a reason, and asks again', async ({ openAs }) => {
  const page = await openAs('otherTenantAdmin', `/adminsettings/statement?tenant=${TENANT_ID}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of administrators' })).toBeVisible();
  const statement = page.getByRole('region', { name: 'Statement' }).last();
  await expect(statement).toBeVisible();
  await expectNoViolation(page);

  await page.emulateMedia({ media: 'print' });
  await expect(statement.getByText(/Before you administer/)).toBeVisible();
  await expect(statement.getByRole('listitem').last()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.getByLabel('Reason').fill('The law of this country does not know the act');
  await page.getByRole('button', { name: 'Stop asking' }).press('Enter');
  const decisions = page.getByRole('table', { name: 'Decisions' });
  await expect(
    decisions.getByRole('row', { name: /^Stop asking .*The law of this country does not know the act$/ }),
  ).toBeVisible();
  await expect(page.getByText('Not asked', { exact: true })).toBeVisible();
  await expectNoViolation(page);

  await page.getByLabel('Reason').fill('It binds us again');
  await page.getByLabel('Reason').press('Control+Enter');
  await expect(decisions.getByRole('row', { name: /^Ask again .*It binds us again$/ })).toBeVisible();
  await expect(page.getByText('Asked', { exact: true })).toBeVisible();
});
