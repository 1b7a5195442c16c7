import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Command } from './command.ts';
import { fitCommands, type CommandForm, type CommandWidths } from './fit-commands.ts';

/** The button of the menu, in pixels: an icon with its padding. */
const MENU_PX = 34;

const widthOf = (element: Element | null | undefined, gapPx: number): number =>
  element ? element.getBoundingClientRect().width + gapPx : 0;

/** Widths of one command while it shows all it has. */
const measure = (item: Element): CommandWidths => {
  const button = item.querySelector('[data-command]');
  const gapPx = button ? Number.parseFloat(getComputedStyle(button).columnGap) || 0 : 0;
  const full = item.getBoundingClientRect().width;
  const plain = full - widthOf(button?.querySelector('kbd'), gapPx);
  const words = widthOf(button?.querySelector('[data-command-text]'), gapPx);
  return { full, plain, icon: button?.querySelector('svg') ? plain - words : null };
};

/** How each command stands in a list as wide as it is; all in full until it is laid out. */
export const useCommandForms = (
  commands: readonly Command[],
): readonly [RefObject<HTMLDivElement | null>, readonly CommandForm[]] => {
  const list = useRef<HTMLDivElement>(null);
  const [forms, setForms] = useState<readonly CommandForm[]>([]);
  const shown = commands.map(({ id, text, keys, icon }) => `${id} ${text} ${keys ?? ''} ${icon ? 'i' : ''}`).join('\n');
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || typeof ResizeObserver !== 'function') return undefined;
    const fit = (): void => {
      element.dataset.measuring = '';
      const style = getComputedStyle(element);
      const widthPx =
        element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const widths = [...element.querySelectorAll(':scope > [data-form]')].map(measure);
      const gapPx = Number.parseFloat(style.columnGap) || 0;
      delete element.dataset.measuring;
      const next = fitCommands(widths, { widthPx, gapPx, menuPx: MENU_PX });
      setForms((before) => (before.join(' ') === next.join(' ') ? before : next));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);
  return [list, forms];
};
