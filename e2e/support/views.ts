import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the panel with the saved views of a page by its key. */
export const openViews = async (page: Page): Promise<Locator> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: /^View/ }).waitFor();
  await page.keyboard.press('v');
  const panel = page.getByRole('complementary', { name: 'Views' });
  await expect(panel.getByRole('button', { name: /^Standard view/ })).toBeVisible();
  return panel;
};
