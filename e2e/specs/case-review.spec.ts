import { writeFile } from 'node:fs/promises';
import { CaseReviewPage, type ReviewFigures } from '../pages/case-review.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { consoleCaller, queueWithCases } from '../support/cases.ts';
import { expect, test } from '../support/test.ts';

/** `npm run bench -- review` takes 50; what it measures is never asserted. */
const CASES = Number(process.env.REDOUBT_REVIEW_CASES ?? 10);

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const inWords = (how: string, { nextMs, keys, clicks, pointerPx }: ReviewFigures): string =>
  `${how}: ${median(keys)} keys, ${median(clicks)} clicks, ${Math.round(median(pointerPx))} px, ` +
  `next case after ${Math.round(median(nextMs))} ms (median of ${nextMs.length})`;

test('an analyst decides case after case by three keys, and takes the last decision back', async ({
  page,
  openAs,
  merchant,
  demo,
  reviewTurn: _turn,
}) => {
  test.setTimeout(600_000);
  const call = consoleCaller(page, demo);
  await openAs('productAdmin', '/');
  const { queueId, eventIds } = await queueWithCases(call, merchant, `Journey ${Date.now()}`, 2 * CASES + 1);
  const review = new CaseReviewPage(page);
  const queue = `${demo.origin}/casemanagement/queues/${queueId}`;

  await page.goto(queue);
  await expect(page.getByRole('grid', { name: 'Pending review' }).getByRole('row')).not.toHaveCount(0);
  await expectNoViolation(page);
  await review.start();
  await expectNoViolation(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expectNoViolation(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });

  const places: (readonly unknown[])[] = [];
  const byKeys = await review.rejectByKeys(CASES, async () => {
    places.push(await review.places());
  });
  expect(Math.max(...byKeys.keys)).toBe(3);
  expect(Math.max(...byKeys.clicks)).toBe(0);
  for (const each of places) expect(each).toEqual(places[0]);

  const byMouse = await review.rejectByMouse(CASES);
  expect(Math.max(...byMouse.keys)).toBe(0);

  await review.reject.click();
  await page.keyboard.press('3');
  await review.submit.click();
  await expect(page.getByText('All done').first()).toBeVisible();
  await page.keyboard.press('z');
  await expect(page).toHaveURL(new RegExp(`/${eventIds.at(-1)}(?:[?]|$)`));
  await expect(page.getByRole('radio', { name: /Collusion/ })).toBeChecked();
  await page.goto(queue);

  const { body } = await call('GET', `/queues/${queueId}/cases?list=ended&limit=500`);
  const ended = body['cases'] as readonly { eventId: string; decision: { name: string; reason: string } }[];
  expect(ended.map(({ eventId }) => eventId).toSorted()).toEqual(eventIds.slice(0, -1));
  expect(new Set(ended.map(({ decision }) => `${decision.name}: ${decision.reason}`))).toEqual(
    new Set(['Reject: Collusion']),
  );

  for (const line of [inWords('by keyboard', byKeys), inWords('by mouse', byMouse)]) {
    test.info().annotations.push({ type: 'measured', description: line });
    process.stdout.write(`${line}\n`);
  }
  if (process.env.REDOUBT_REVIEW_FIGURES)
    await writeFile(process.env.REDOUBT_REVIEW_FIGURES, JSON.stringify({ cases: CASES, byKeys, byMouse }));
});
