import type { Page } from '@playwright/test';

/** Goes to an address inside the running application, as a link would, without loading it anew. */
export const visit = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
};
