import type { Page } from '@playwright/test';

const SIDEWAYS = `(() => {
  const WIDE_BY_NATURE = 'table, [role=grid], [role=treegrid], pre, svg, .cm-editor';
  const found = [];
  const main = document.querySelector('main') ?? document.body;
  const right = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > right + 1) found.push('the window scrolls sideways');
  if (main.scrollWidth > main.clientWidth + 1) found.push('the page scrolls sideways');
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || box.right <= right + 1 || box.left >= right) continue;
    if (element.matches(WIDE_BY_NATURE) || element.closest('.visually-hidden')) continue;
    if (element.parentElement.closest(WIDE_BY_NATURE)) continue;
    // A frame around a table is as wide as the table; what is only as wide as its parent is its parent's fault.
    if (element.querySelector(WIDE_BY_NATURE) || element.parentElement.getBoundingClientRect().right >= box.right) continue;
    found.push('wider than the window: ' + element.tagName + ' ' + element.className + ' ' + (element.textContent ?? '').trim().slice(0, 60));
  }
  return [...new Set(found)];
})()`;

/**
 * What makes people scroll in two directions, in words (WCAG 1.4.10). Tables, code and pictures need both directions
 * for their meaning and may be wider than the window where they scroll by themselves.
 */
export const sidewaysOf = (page: Page): Promise<readonly string[]> => page.evaluate<string[]>(SIDEWAYS);
