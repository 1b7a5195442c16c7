import { CaseReviewPage } from '../pages/case-review.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { consoleCaller, queueWithCases } from '../support/cases.ts';
import { expect, test } from '../support/test.ts';

test('a decision also blocks values of its event, which its page and its history say', async ({
  page,
  openAs,
  merchant,
  demo,
  reviewTurn: _turn,
}) => {
  const call = consoleCaller(page, demo);
  const run = `block-${Date.now()}`;
  await openAs('productAdmin', '/');
  const { queueId, eventIds } = await queueWithCases(call, merchant, run, 2);
  await page.goto(`${demo.origin}/casemanagement/queues/${queueId}`);
  const review = new CaseReviewPage(page);
  await review.start();
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  const blocking = page.getByRole('group', { name: /Also set to Block/ });
  await expect(blocking.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(blocking.getByRole('checkbox', { checked: false })).toHaveCount(0);
  await expect(page.getByText(/^Sets to Block for 90 days: E-mail/)).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${eventIds[1]}(?:[?]|$)`));
  // A case that stayed in review would be in the way of the journeys after this.
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All done').first()).toBeVisible();

  await page.goto(`${demo.origin}/casemanagement/queues/${queueId}/purchase/${demo.environmentId}/${eventIds[0]}`);
  const pane = page.getByRole('region', { name: 'Decision' });
  await expect(pane.getByText('Block list')).toBeVisible();
  await expect(pane.getByText(/^E-mail \(1\)/)).toBeVisible({ timeout: 40_000 });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText(/set to Block/).first()).toBeVisible();
  await expectNoViolation(page);
});
