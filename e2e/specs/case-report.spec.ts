import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a product admin reads how cases are worked off, narrows it, watches a figure and takes the figures along', async ({
  demo,
  merchant,
  openAs,
}) => {
  const page = await openAs('productAdmin', '/adminsettings/configuration');
  const hold = page.getByRole('textbox', { name: 'Settling time of new cases in seconds' });
  await hold.waitFor();
  if ((await hold.inputValue()) !== '0') {
    await hold.fill('0');
    const settings = page.getByRole('region', { name: 'Cases of this environment' });
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled();
    await page.reload();
    await expect(hold).toHaveValue('0');
  }
  const id = `report-${Date.now()}`;
  const user = { userId: id, email: `${id}@mailbox.example`, country: 'TV' };
  await expect(async () => {
    const purchaseId = `${id}-${crypto.randomUUID()}`;
    const answer = await merchant.purchase({ purchaseId, totalAmount: 200, currency: 'EUR', user });
    expect(answer['MerchantRuleDecision']).toBe('Review');
  }).toPass();

  await page.goto(`${demo.origin}/casemanagement/report?period=28d`);
  await expect(page.getByRole('heading', { level: 1, name: 'Case report' })).toBeVisible();
  const queues = page.getByRole('table', { name: 'Queues' });
  const general = queues.getByRole('row', { name: /^General/ });
  await expect(general).toBeVisible();
  await expect(page.getByRole('slider', { name: /^Decisions over time/ })).toBeVisible();
  await expect(page.getByRole('slider', { name: /^New cases/ })).toBeVisible();
  await expectNoViolation(page);

  // The first figure of a queue that leads anywhere is what waits in it.
  await general.getByRole('link').first().click();
  await expect(page).toHaveURL(/queue=.*figure=waiting/);
  const cases = page.getByRole('table', { name: 'Cases: Waiting now' });
  await expect(cases.getByRole('row', { name: new RegExp(id) }).first()).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(cases).toBeHidden();
  await general.getByRole('button', { name: 'General' }).click();
  await expect(page).not.toHaveURL(/queue=/);

  await general.getByRole('button', { name: 'General' }).click();
  await expect(page).toHaveURL(/queue=/);
  await expect(queues.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^cases-28d-\d{4}-\d\d-\d\d\.csv$/);

  const form = page.getByRole('form', { name: 'New threshold' });
  const watch = form.getByRole('button', { name: 'Watch' });
  await expect(watch).toBeDisabled();
  await form.getByRole('textbox', { name: /^Tell me above/ }).fill('0');
  await watch.click();
  const thresholds = page.getByRole('region', { name: 'Thresholds' });
  await expect(thresholds.getByRole('listitem')).toContainText('Waiting cases above 0');
  await expect(thresholds.getByRole('listitem')).toContainText('above since', { timeout: 120_000 });
  await expectNoViolation(page);
  await thresholds.getByRole('button', { name: 'Delete' }).click();
  await expect(thresholds).toContainText('Nothing is watched.');
});
