import { expect, type Page, type Request } from '@playwright/test';

/** Goes to an address inside the running application, as a link would, without loading it anew. */
export const visit = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
};

/** Two frames, so that what answers brought is drawn; then whether the page still says that it loads something. */
const LOADS_STILL = `new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() =>
  tell(document.querySelector('main [aria-busy="true"]') !== null)))))`;
/** A page asks for its part, then for its texts, then for what it shows: between them nothing is under way for a moment. */
const LOOKS_IN_A_ROW = 4;

/**
 * Watches what a page asks for, from now on. What is returned waits until nothing is under way and nothing says that it loads, at
 * several looks in a row: quicker than half a second without a call, as `networkidle` has it.
 */
export const watchRest = (page: Page): (() => Promise<void>) => {
  const underWay = new Set<Request>();
  const ended = (request: Request): void => void underWay.delete(request);
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const looksAtRest = async (): Promise<boolean> => !(await page.evaluate<boolean>(LOADS_STILL)) && underWay.size === 0;
  return async () => {
    let looks = 0;
    await expect
      .poll(async () => (looks = (await looksAtRest()) ? looks + 1 : 0), { intervals: [0] })
      .toBeGreaterThanOrEqual(LOOKS_IN_A_ROW);
  };
};
