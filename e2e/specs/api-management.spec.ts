import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const PURCHASE = '/v1.0/MerchantServices/events/Purchase';

test('calls are counted, and a refused one is found by keyboard with what was wrong and no personal data', async ({
  openAs,
  merchant,
}) => {
  const purchaseId = `refused-${Date.now()}`;
  const refused = await merchant.post(PURCHASE, {
    purchaseId,
    totalAmount: 'a lot',
    user: { email: 'nora.quill@mailbox.example' },
  });
  expect(refused.status).toBe(400);

  const page = await openAs('fraudEngineer', '/data/apimanagement');
  await expect(page).toHaveURL(/\/data\/apimanagement\/requests/);
  // Counts and records are written beside ingestion, a moment after the answer.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('grid', { name: 'APIs' }).getByText(PURCHASE)).toBeVisible({ timeout: 3000 });
  }).toPass();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/api=/);
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/data\/apimanagement\/errors\?/);
  const errors = new URL('/data/apimanagement/errors', page.url()).href;
  const panel = page.getByRole('complementary', { name: /REQ-INVALID$/ });
  // Others are refused at the same time: down to our row, wherever it stands.
  await expect(async () => {
    await page.goto(errors);
    const grid = page.getByRole('grid', { name: 'Errors' });
    await expect(grid.getByText('REQ-INVALID')).toBeVisible({ timeout: 3000 });
    const rows = await grid
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .allInnerTexts();
    const above = rows.findIndex((row) => row.includes('REQ-INVALID'));
    for (let row = 0; row <= above; row += 1) await page.keyboard.press('j');
    await expect(panel).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(panel.getByText('$.totalAmount', { exact: false }).first()).toBeVisible();
  await expect(panel.getByText('xxxx.xxxxx@xxxxxxx.xxxxxxx', { exact: false }).first()).toBeVisible();
  await expect(panel).not.toContainText('nora.quill');
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  // A press that gives the grid the focus is one press.
  await page.goto(errors);
  await page.getByRole('grid', { name: 'Errors' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('complementary', { name: / · / })).toBeVisible();
});
