import { places, shownIn } from '../gallery/places.ts';
import { visit, watchRest } from '../support/console.ts';
import { sidewaysOf } from '../support/reflow.ts';
import { expect, test, type Page } from '../support/test.ts';

/** A window of 1440 × 900 at 225 %, and the smallest that WCAG 1.4.10 names. */
const SIZES = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
] as const;

const WIDE = { width: 1440, height: 900 } as const;

/** Opens a place as a link would: what is loaded for every page is loaded once. */
const open = async (page: Page, path: string, follow: string | undefined, rest: () => Promise<void>): Promise<void> => {
  await page.setViewportSize(WIDE);
  await visit(page, path);
  await rest();
  if (follow !== undefined) await page.getByRole('main').getByRole('link', { name: follow }).first().click();
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await rest();
};

/** All pages in one test take longer than a slow machine gives one. */
const PARTS = 5;

// German has the longest words of the eight.
for (let part = 0; part < PARTS; part += 1)
  test(`no page makes people scroll in two directions (part ${part + 1} of ${PARTS})`, async ({
    openAs,
    merchant,
    demo,
  }) => {
    const id = `reflow-${part}-${Date.now()}`;
    await merchant.purchase({ purchaseId: id, totalAmount: 480, currency: 'EUR', user: { userId: 'nora' } });
    const page = await openAs('productAdmin', '/?mkt=de-DE');
    const rest = watchRest(page);
    const all = places({ environmentId: demo.environmentId, id });
    for (const place of all.filter((_, at) => at % PARTS === part)) {
      const address = new URL(place.path, demo.origin);
      address.searchParams.set('env', demo.environmentId);
      const follow = place.follow === undefined ? undefined : shownIn('de-DE', place.follow);
      await open(page, address.pathname + address.search, follow, rest);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await expect
          .poll(() => sidewaysOf(page), { message: `${place.name} at ${size.width} pixels`, timeout: 5000 })
          .toEqual([]);
      }
    }
  });

test('the page keeps its column when the navigation leaves a narrow window', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules');
  const main = page.getByRole('main');
  await page.setViewportSize({ width: 640, height: 400 });
  await expect.poll(async () => (await main.boundingBox())?.width).toBe(640);
  await page.getByRole('button', { name: 'Expand navigation' }).click();
  await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
  expect((await main.boundingBox())?.width).toBe(640);
});

test('German commands of a rule stay in the bar of a small window', async ({ openAs }) => {
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules?mkt=de-DE');
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('link', { name: shownIn('de-DE', 'New account, expensive basket') }).click();
  const bar = page.getByRole('main').getByRole('toolbar');
  for (const name of ['Gegen die Historie testen', 'Verlauf', 'Umbenennen', 'Deaktivieren', 'Löschen'])
    await expect(bar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole('button', { name: 'Weitere Befehle' })).toHaveCount(0);
});
