import { expect, test, type Page } from '../support/test.ts';

/**
 * Scrolls the search grid through very many rows. The suite takes a few thousand; `REDOUBT_SCROLL_ROWS=100000` takes
 * the number of the specification, whose result stands in `bench/results/grid-scroll.md`. What is measured is printed
 * and never asserted; that only a windowful of rows is ever drawn is.
 */
const ROWS = Number(process.env.REDOUBT_SCROLL_ROWS ?? 4000);
const PAGE_ROWS = 100;
const MOST_DRAWN = 90;
/** What the many are compared with, in the same run on the same machine. */
const FEW_ROWS = 2000;
const FRAMES = 60;

const rowAt = (index: number, environmentId: string): object => ({
  environmentId,
  eventType: 'purchase',
  eventId: `scroll-${String(index).padStart(7, '0')}`,
  eventTime: new Date(Date.UTC(2026, 2, 14) - index * 1000).toISOString(),
  receivedAt: new Date(Date.UTC(2026, 2, 14) - index * 1000).toISOString(),
  decision: (['Approve', 'Reject', 'Review', 'Challenge'] as const)[index % 4],
  reason: index % 4 === 0 ? null : 'amount over 220',
  rule: 'Large amounts',
  clause: index % 3 === 0 ? null : 'Over the limit',
  riskScore: index % 1000,
  amount: (index % 90_000) / 100,
  currency: 'EUR',
  userId: `customer-${index % 5000}`,
  userName: index % 2 === 0 ? null : `Customer ${index % 5000}`,
  email: null,
  ipAddress: null,
  country: ['DE', 'FR', 'DK', null][index % 4],
  deviceId: null,
  fraudLabel: index % 50 === 0 ? 'Fraud' : 'None',
  status: null,
});

/** Answers the pages of the search in the server's place; everything else is real. */
const answerPages = async (page: Page, environmentId: string): Promise<void> => {
  await page.route('**/search/events', (route) => {
    const { cursor } = route.request().postDataJSON() as { cursor: string | null };
    const from = Number(cursor ?? 0);
    const to = Math.min(from + PAGE_ROWS, ROWS);
    const rows = Array.from({ length: to - from }, (_, offset) => rowAt(from + offset, environmentId));
    return route.fulfill({
      json: { rows, nextCursor: to < ROWS ? String(to) : null, asOf: new Date(Date.UTC(2026, 2, 14)).toISOString() },
    });
  });
};

type Scrolled = { readonly frames: number; readonly long: number; readonly meanMs: number };

/** Moves the grid a screen a frame from one row on; gives frames, those of more than 50 ms, and their mean length. */
const scrollThrough = (page: Page, fromRow: number, frames: number): Promise<Scrolled> =>
  page.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]');
    const times = [];
    let before;
    grid.scrollTop = ${fromRow} * 32;
    const step = (at) => {
      if (before !== undefined) times.push(at - before);
      before = at;
      grid.scrollTop += grid.clientHeight;
      if (times.length < ${frames}) requestAnimationFrame(step);
      else resolve({
        frames: times.length,
        long: times.filter((ms) => ms > 50).length,
        meanMs: times.reduce((sum, ms) => sum + ms, 0) / times.length,
      });
    };
    requestAnimationFrame(step);
  })`);

/** Keeps the grid at its end until so many rows have come. */
const loadRows = (page: Page, wanted: number): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]');
    const step = () => {
      grid.scrollTop = grid.scrollHeight;
      if (grid.scrollHeight / 32 >= ${wanted}) resolve();
      else requestAnimationFrame(step);
    };
    step();
  })`);

test('the search grid draws a windowful of rows, however many have been loaded', async ({ openAs, demo }) => {
  test.setTimeout(600_000);
  const page = await openAs('supportAgent', '/');
  await answerPages(page, demo.environmentId);
  await page.goto(`${demo.origin}/search`);
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  await loadRows(page, FEW_ROWS);
  const few = await scrollThrough(page, 0, FRAMES);
  const started = Date.now();
  await loadRows(page, ROWS);
  const loadedMs = Date.now() - started;
  const drawn = await grid.getByRole('row').count();
  expect(drawn).toBeLessThan(MOST_DRAWN);
  await grid.press('End');
  const many = await scrollThrough(page, Math.floor(ROWS / 2), FRAMES);
  expect(await grid.getByRole('row').count()).toBeLessThan(MOST_DRAWN);
  test.info().annotations.push({ type: 'measured', description: JSON.stringify({ ROWS, loadedMs, drawn, few, many }) });
  if (process.env.REDOUBT_SCROLL_ROWS)
    process.stdout.write(`${JSON.stringify({ ROWS, loadedMs, drawn, few, many })}\n`);
});
