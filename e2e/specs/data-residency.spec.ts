import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/** The second tenant, in which no other journey sends anything. */
const TENANT_ID = '5d0c0000-0002-4000-8000-000000000001';

test('events leave only to a destination that is registered where data may go', async ({ openAs }) => {
  const page = await openAs('otherTenantAdmin', `/adminsettings/data-residency?tenant=${TENANT_ID}`);
  const residency = page.url();
  await page.getByRole('combobox', { name: 'Data may leave' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Changed by Greta/)).toBeVisible();
  await expectNoViolation(page);

  const subscribe = async (): Promise<void> => {
    await page.goto(residency.replace('/adminsettings/data-residency', '/data/eventtracing'));
    await page.getByRole('button', { name: 'New subscription' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
    await page.getByRole('textbox', { name: 'Address' }).fill('https://events.example.com/in');
    await page.getByRole('checkbox', { name: 'Assessment calls' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
  };
  await subscribe();
  await expect(page.getByText(/events\.example\.com.*Data residency/)).toBeVisible();
  await expectNoViolation(page);

  await page.goto(residency);
  await page.getByRole('button', { name: 'Add destination' }).click();
  await page.getByRole('table').getByRole('textbox', { name: 'Name' }).fill('example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await subscribe();
  await expect(page.getByRole('row', { name: /Warehouse/ })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).last().click();
  await expect(page.getByRole('row', { name: /Warehouse/ })).toBeHidden();

  await page.goto(residency);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('combobox', { name: 'Data may leave' }).selectOption({ label: 'To anywhere' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No destination is registered here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});
