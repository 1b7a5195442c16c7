import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a manager reads how cases are worked off, narrows it, watches a figure and takes the figures along', async ({
  openAs,
}) => {
  const page = await openAs('reviewManager', '/casemanagement/report?period=28d');
  await expect(page.getByRole('heading', { level: 1, name: 'Case report' })).toBeVisible();
  const queues = page.getByRole('table', { name: 'Queues' });
  const agents = page.getByRole('table', { name: 'Agents' });
  await expect(queues.getByRole('row', { name: /^Large losses/ })).toBeVisible();
  await expect(agents.getByRole('row', { name: /^Tomas Berg/ })).toContainText('min');
  await expect(page.getByRole('slider', { name: /^Decisions over time/ })).toBeVisible();
  await expect(page.getByRole('slider', { name: /^Forecast for seven days/ })).toBeVisible();
  await expectNoViolation(page);

  await agents.getByRole('button', { name: 'Tomas Berg' }).click();
  await expect(page).toHaveURL(/agent=/);
  await expect(agents.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('slider', { name: /^New cases/ })).toHaveCount(0);
  await agents.getByRole('button', { name: 'Tomas Berg' }).click();
  await queues.getByRole('button', { name: 'Large losses' }).click();
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
  await expect(thresholds.getByRole('listitem')).toContainText('above since', { timeout: 90_000 });
  await expectNoViolation(page);
  await thresholds.getByRole('button', { name: 'Delete' }).click();
  await expect(thresholds).toContainText('Nothing is watched.');
});
