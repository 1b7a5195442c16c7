import { violationsOf } from '../support/axe.ts';
import { sidewaysOf } from '../support/reflow.ts';
import type { Page } from '@playwright/test';

const CUT = `(() => {
  const found = [];
  const LABELS = 'h1, h2, h3, th, label, button, [role=columnheader], [role=tab], dt, legend';
  const say = (element, style, text) => {
    if (style.textOverflow !== 'ellipsis') found.push('cut off: ' + text.slice(0, 80));
    else if (element.closest(LABELS)) found.push('shortened: ' + text.slice(0, 80));
  };
  const main = document.querySelector('main') ?? document.body;
  for (const element of main.querySelectorAll('*')) {
    const text = [...element.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim()).join('');
    if (!text || element.closest('.visually-hidden, svg, [hidden], .cm-editor, pre, textarea')) continue;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // Words behind an icon are clipped on purpose: they name the button.
    if (box.width === 0 || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    if (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
      say(element, style, text);
    for (let outer = element.parentElement; outer && outer !== main; outer = outer.parentElement) {
      const around = getComputedStyle(outer);
      if (around.overflowX === 'auto' || around.overflowX === 'scroll') break;
      const frame = outer.getBoundingClientRect();
      if (around.overflowX === 'hidden' && box.right > frame.right + 2 && box.left < frame.right) {
        say(element, around, text);
        break;
      }
    }
  }
  for (const target of main.querySelectorAll('button, [role=button], [role=tab], select, input, summary')) {
    const box = (target.closest('label') ?? target).getBoundingClientRect();
    if (box.height > 0 && box.height < 23.5 && !target.closest('.visually-hidden, .fui-Checkbox, .fui-Radio, .fui-Input, .fui-Select, .fui-Switch'))
      found.push('only ' + Math.round(box.height) + ' px high: ' + (target.textContent || target.getAttribute('aria-label') || target.className).slice(0, 60));
  }
  return [...new Set(found)];
})()`;

/** Keeps count of what moves by itself; to be run in every page before its scripts. */
export const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.shifts.push({ value: entry.value, of: entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
        (node?.parentElement?.closest('[class]')?.className ?? '') + ' > ' + (node?.className || node?.nodeName) +
        ' ' + (node?.textContent ?? '').slice(0, 30) +
        ' ' + [from.x, from.y, from.width, from.height].map(Math.round) + ' → ' + [to.x, to.y, to.width, to.height].map(Math.round)) });
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** What cannot be read, or that assistive technology stumbles over, in words. */
export const faultsOf = async (page: Page): Promise<readonly string[]> => [
  ...(await sidewaysOf(page)),
  ...(await page.evaluate<string[]>(CUT)),
  ...(await violationsOf(page)),
];

/** What moved since the page was opened, or since the last call. */
export const shiftsOf = async (page: Page): Promise<readonly string[]> => {
  const shifts = await page.evaluate<{ value: number; of: string[] }[]>('window.shifts.splice(0)');
  return shifts
    .filter(({ value }) => value > 0.002)
    .map(({ value, of }) => `moved ${value.toFixed(3)}: ${of.join(' | ')}`);
};
