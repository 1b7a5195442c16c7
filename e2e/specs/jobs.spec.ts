import { beginSet, publishSet, writeVelocity } from '../pages/velocity-sets.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('the history of a new velocity set is a job, which is seen to its end and leads to the set', async ({
  openAs,
  merchant,
}) => {
  const velocity = `seen${Date.now()}`;
  await merchant.purchase({ purchaseId: crypto.randomUUID(), totalAmount: 12, currency: 'EUR' });
  const page = await openAs('fraudEngineer', '/data/velocities');
  await beginSet(page);
  await writeVelocity(page, `SELECT Count() AS ${velocity} FROM Purchase GROUPBY @"user.userId"`, 'cust-48213');
  await publishSet(page);
  const set = page.url();
  const name = await page.getByRole('heading', { level: 1 }).innerText();

  await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Jobs', exact: true }).press('Enter');
  const jobs = page.getByRole('grid', { name: 'Jobs' });
  const job = jobs.getByRole('row', { name: new RegExp(`^${name} Velocity history`) });
  await expect(job.getByRole('gridcell', { name: 'Done' })).toBeVisible({ timeout: 45_000 });
  // The last column stands in view: nothing is scrolled away.
  await expect(jobs.getByRole('columnheader', { name: 'Node' })).toBeInViewport({ ratio: 1 });
  await expectNoViolation(page);

  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Test against history' });
  await expect(job).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Velocity history' });
  await job.getByRole('link', { name }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('set')).toBe(new URL(set).searchParams.get('set'));
});
