import { expectNoViolation } from '../support/axe.ts';
import { consoleCaller, purchaseToReview, queueWithCases } from '../support/cases.ts';
import { expect, test } from '../support/test.ts';

test('an event is sent to review from its page, events are sent together from search, and cases are assigned together', async ({
  page,
  openAs,
  merchant,
  demo,
}) => {
  const call = consoleCaller(page, demo);
  const run = `sent-${Date.now()}`;
  await openAs('productAdmin', '/');
  const { queueId } = await queueWithCases(call, merchant, run, 1);
  const approved = [0, 1, 2].map((index) => {
    const { purchaseId, user, ...purchase } = purchaseToReview(`${run}-approved`, index);
    return { ...purchase, purchaseId, totalAmount: 12, user: { ...(user as object), userId: run, country: 'DK' } };
  });
  for (const purchase of approved) await merchant.purchase(purchase);
  const [first, second, third] = approved.map(({ purchaseId }) => String(purchaseId)) as [string, string, string];

  await page.goto(`${demo.origin}/search/purchase/${demo.environmentId}/${first}`);
  await page.getByRole('button', { name: 'Send to review' }).click();
  const panel = page.getByRole('complementary', { name: 'Send 1 event to review' });
  await panel.getByLabel('Queue').selectOption(run);
  await panel.getByLabel('Reason for the review').press('Control+Enter');
  await expect(panel.getByText('Say why.')).toBeVisible();
  await panel.getByLabel('Reason for the review').fill('The customer called');
  await expectNoViolation(page);
  await panel.getByRole('button', { name: 'Send 1 event to review' }).click();
  await expect(panel.getByText('1 case made')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Case: Pending' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send to review' })).toBeHidden();
  await panel.getByRole('link', { name: first }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(`Sent to review in ${run}`)).toBeVisible();
  await expect(page.getByText('The customer called').first()).toBeVisible();

  await page.goto(`${demo.origin}/search?where=userId~is~${run}`);
  const result = page.getByRole('grid', { name: 'Events found' });
  for (const id of [first, second, third]) await result.getByLabel(`Select ${id}`).check();
  await page.getByRole('toolbar', { name: '3 selected' }).getByRole('button', { name: 'Send to review' }).click();
  const many = page.getByRole('complementary', { name: 'Send 3 events to review' });
  await many.getByLabel('Queue').selectOption(run);
  await many.getByLabel('Reason for the review').fill('Ring of one customer');
  await many.getByRole('button', { name: 'Send 3 events to review' }).click();
  await expect(many.getByText('2 cases made, 1 event skipped')).toBeVisible();
  await expect(many.getByText('This event has a case already.')).toBeVisible();
  await expectNoViolation(page);

  await page.goto(`${demo.origin}/casemanagement/queues/${queueId}`);
  const pending = page.getByRole('grid', { name: 'Pending review' });
  for (const id of [second, third]) await pending.getByLabel(`Select ${id}`).check();
  await page.getByRole('button', { name: 'Assign to…' }).click();
  const assign = page.getByRole('complementary', { name: 'Assign 2 cases' });
  await expect(assign.getByRole('option').nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(assign.getByText('2 cases assigned')).toBeVisible();
  await expectNoViolation(page);
});
