import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('purchases of now are watched by keyboard, from the overview of assessments to the events of a bar', async ({
  openAs,
  merchant,
}) => {
  await merchant.purchase({ purchaseId: `mon-${Date.now()}`, totalAmount: 12, currency: 'EUR' });
  const page = await openAs('viewer', '/fraud');
  const overview = page.getByRole('grid', { name: 'Fraud assessments' });
  await expect(overview.getByRole('row', { name: /^Points redemption Loyalty/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /New assessment/ })).toBeHidden();
  await expectNoViolation(page);

  await overview.getByRole('row', { name: /^Purchase/ }).dblclick();
  await expect(page).toHaveURL(/\/fraud\/purchase\?/);
  await page.getByRole('button', { name: 'Last hour' }).press('Enter');
  await expect(page).toHaveURL(/period=1h/);
  const chart = page.getByRole('slider', { name: /Decisions over time/ });
  await expect(async () => {
    await page.reload();
    await expect(chart).toBeVisible({ timeout: 5000 });
    await chart.focus();
    await page.keyboard.press('End');
    await expect(chart).toHaveAttribute('aria-valuetext', /Approve \d/, { timeout: 3000 });
  }).toPass();
  await page.getByRole('button', { name: 'Shares' }).press('Enter');
  await expect(page).toHaveURL(/as=share/);
  await expect(page.getByText('No model scores events here')).toBeVisible();
  await expectNoViolation(page);

  await page.keyboard.press('t');
  await expect(page.getByRole('columnheader', { name: 'Reject' }).first()).toBeVisible();
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Observation events' }).press('Enter');
  await expect(page).toHaveURL(/monitor=observations/);
  await expect(page.getByRole('heading', { name: 'Told later' })).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Transactions' }).press('Enter');

  const volume = page.getByRole('slider', { name: /Is traffic normal/ });
  await volume.focus();
  await page.keyboard.press('End');
  // Bars without events lead nowhere.
  while (!/Events [1-9]/.test((await volume.getAttribute('aria-valuetext')) ?? ''))
    await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?/);
});

test('a monitor hangs on the wall: it fills the window, turns its charts by key, and Escape leaves it', async ({
  openAs,
  merchant,
}) => {
  await merchant.purchase({ purchaseId: `wall-${Date.now()}`, totalAmount: 12, currency: 'EUR' });
  const page = await openAs('viewer', '/reports/monitor?period=1h');
  await expect(page.getByRole('heading', { level: 1, name: 'Monitoring' })).toBeVisible();
  await expect(page.getByRole('slider', { name: /Is traffic normal/ })).toBeVisible();
  await page.keyboard.press('w');
  const wall = page.getByRole('dialog', { name: 'Wall mode' });
  await expect(wall.getByRole('heading', { name: /^Purchase · / })).toBeVisible();
  await page.keyboard.press(' ');
  await expect(wall.getByRole('button', { name: 'Go on' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(wall.getByRole('slider', { name: /Decisions over time/ })).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(wall).toBeHidden();
  await page.getByRole('combobox', { name: 'Assessment' }).selectOption('Points redemption');
  await expect(page).toHaveURL(/assessment=assessment-/);
});

test('an assessment that is not here says so and leads to those that are', async ({ openAs }) => {
  const page = await openAs('viewer', '/fraud/assessments/assessment-699/monitor');
  await expect(page.getByRole('heading', { name: 'There is no such assessment here' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /assessments/ })
    .last()
    .press('Enter');
  await page.getByRole('row', { name: /PointsRedemption/ }).dblclick();
  await expect(page).toHaveURL(/\/monitor/);
  await expect(page.getByRole('heading', { level: 1, name: 'Points redemption' })).toBeVisible();
  await expect(page.getByText('Read only')).toBeVisible();
  await page.getByRole('link', { name: 'Configuration' }).press('Enter');
  await page.getByRole('link', { name: 'Stay', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Stay' })).toBeVisible();
  await expect(page.getByRole('row', { name: /stay\.noShow/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete observation' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await expectNoViolation(page);
});
