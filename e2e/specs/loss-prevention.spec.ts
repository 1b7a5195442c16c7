import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a fraud engineer finds the cashier who stands out, sees why, notes a finding, and shows the id for a reason', async ({
  demo,
  openAs,
}) => {
  const page = await openAs('fraudEngineer', '/fraud/lossprevention');
  await expect(page.getByRole('heading', { level: 1, name: 'Loss prevention' })).toBeVisible();
  await expect(page.getByText('Revenue opportunity')).toBeVisible();
  const top = page.getByRole('table', { name: 'Top risk' });
  const first = top.getByRole('row').nth(1);
  await expect(first).toBeVisible();
  await expectNoViolation(page);

  await page.getByLabel('Score from').fill('999');
  await expect(page).toHaveURL(/scoreFrom=999/);
  await page.getByLabel('Score from').fill('0');
  const pseudonym = (await first.getByRole('link').textContent()) ?? '';
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: pseudonym })).toBeVisible();
  await expect(page.getByText('Reasons by month')).toBeVisible();
  await expectNoViolation(page);

  await page.getByRole('button', { name: 'Add a finding' }).click();
  const finding = page.getByRole('complementary', { name: 'Add a finding' });
  await finding.getByLabel('Disposition').selectOption('coached');
  await finding.getByLabel('Note').fill('Receipts were missing; explained the rule');
  await finding.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Receipts were missing; explained the rule')).toBeVisible();

  await page.getByRole('button', { name: 'Show the id at tills' }).click();
  const reveal = page.getByRole('complementary', { name: 'Show the id at tills' });
  await reveal.getByLabel('Why do you need it?').press('Control+Enter');
  await expect(reveal.getByText('Say why.')).toBeVisible();
  await expect(reveal.getByText('Id at tills:')).toBeHidden();
  await reveal.getByLabel('Why do you need it?').fill('Talk with the manager of the store');
  await reveal.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(reveal.getByText('Id at tills:')).toBeVisible();
  await expectNoViolation(page);

  await page.goto(`${demo.origin}/fraud/lossprevention?find=${pseudonym}`);
  await expect(top.getByRole('row', { name: new RegExp(`${pseudonym}.*Coached`) })).toBeVisible();
});

test('a viewer reads scores of staff but neither writes findings nor sees ids', async ({ openAs }) => {
  const page = await openAs('viewer', '/fraud/lossprevention');
  await page.getByRole('table', { name: 'Top risk' }).getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByText('Reasons by month')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a finding' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Show the id at tills' })).toBeHidden();
});
