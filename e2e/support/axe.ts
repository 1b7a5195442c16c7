import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rule and the place of everything on the page as it stands that WCAG 2.2 AA forbids. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  // Summing up frames takes axe a page of its own, which takes as long as the look itself; most pages have none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};

/** Fails where there is any. */
export const expectNoViolation = async (page: Page): Promise<void> => {
  expect(await violationsOf(page)).toEqual([]);
};
