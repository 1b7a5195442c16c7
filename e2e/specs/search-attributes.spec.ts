import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an analyst makes an attribute searchable, has stored events looked through, and finds the gold ones', async ({
  openAs,
  merchant,
}) => {
  // Journeys share a server: the attribute is this one's alone.
  const [member, stamp] = [`tier${Date.now()}`, Date.now()];
  const path = `customData.${member}`;
  const buy = (id: string, tier: string) =>
    merchant.purchase({
      purchaseId: `${id}-${stamp}`,
      totalAmount: 20,
      currency: 'EUR',
      user: { userId: `customer-${id}`, email: `${id}@mailbox.example` },
      customData: { [member]: tier },
    });
  await buy('first', `gold ${stamp}`);
  await buy('second', 'silver');

  const page = await openAs('fraudEngineer', '/data/apimanagement/ontology');
  await page.getByRole('gridcell', { name: 'purchaseId', exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(member);
  await page.getByRole('gridcell', { name: path }).click();
  const panel = page.getByRole('complementary', { name: path });
  await panel.getByRole('button', { name: 'Make searchable' }).click();
  await expect(panel.getByText('Stored events were looked through; 2 carry it')).toBeVisible({ timeout: 30_000 });
  await expectNoViolation(page);

  await panel.getByRole('link', { name: 'Search events by it' }).click();
  const result = page.getByRole('grid', { name: 'Events found' });
  await expect(result.getByText(/customer-/)).toHaveCount(2);
  await page
    .getByRole('button', { name: new RegExp(`${path} is present`) })
    .first()
    .click();
  await page.getByLabel('How', { exact: true }).selectOption('is');
  await page.getByLabel('Values', { exact: true }).fill(`gold ${stamp}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(result.getByText(/customer-/)).toHaveText(['customer-first']);

  await buy('third', `gold ${stamp}`);
  await expect(async () => {
    await page.keyboard.press('r');
    await expect(result.getByText('customer-third')).toBeVisible({ timeout: 1000 });
  }).toPass();

  await page.getByRole('combobox', { name: /Event id, name/ }).fill(`gold ${stamp}`);
  await expect(page.getByRole('option', { name: new RegExp(`${path}.*Purchases · 2`) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoViolation(page);

  await page.goBack();
  await page.goBack();
  await panel.getByRole('button', { name: 'End search by it' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End search by it' }).click();
  await expect(page.getByText(`${path} is no longer searchable`)).toBeVisible();
  await page.goForward();
  await page.goForward();
  await page.keyboard.press('r');
  await expect(page.getByText(`These events cannot be searched by “${path}”`)).toBeVisible();
});

test('a path that search has a field for is refused where it was typed', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', '/data/apimanagement/ontology');
  await page.getByRole('button', { name: 'Make a path searchable' }).click();
  await page.getByLabel('Path', { exact: true }).fill('user.email');
  await page.getByRole('button', { name: 'Make searchable', exact: true }).click();
  await expect(page.getByText('Events are already found by “user.email”')).toBeVisible();
});

test('people who only read see what is searchable and change nothing', async ({ openAs }) => {
  const page = await openAs('viewer', '/data/apimanagement/ontology');
  await page.getByRole('gridcell', { name: 'salesTax', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'salesTax' })).toBeVisible();
  // The one that is left narrows the list.
  await expect(page.getByRole('button', { name: /searchable/i })).toHaveText(['Searchable']);
});
