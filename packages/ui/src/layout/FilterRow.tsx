import { useText } from '@redoubt/i18n';
import { useRef, type ReactNode } from 'react';
import { useShortcut } from '../shortcuts/shortcuts.tsx';

/** What `/` goes to, in this order: a field to type in, the choice that is pressed, the first choice. */
const PLACES = [
  'input:not([type="checkbox"], [type="radio"]), textarea',
  '[aria-pressed="true"], [aria-checked="true"]',
  'button, select, input, a[href]',
] as const;

const focusFirst = (row: HTMLElement | null): void => {
  for (const place of PLACES) {
    const found = row?.querySelector<HTMLElement>(place);
    if (found) {
      found.focus();
      return;
    }
  }
};

export type FilterRowProps = {
  readonly className: string | undefined;
  /** What is chosen here, for people who hear the page. */
  readonly label?: string;
  readonly children: ReactNode;
};

/** The row of filters of a page. `/` goes to it, unless a field on the page has that key. */
export const FilterRow = ({ className, label, children }: FilterRowProps): ReactNode => {
  const text = useText('ui');
  const row = useRef<HTMLDivElement>(null);
  useShortcut('/', text('goToFilters'), () => focusFirst(row.current), { yields: true });
  return (
    <div ref={row} className={className} role="group" aria-label={label ?? text('filters')}>
      {children}
    </div>
  );
};
