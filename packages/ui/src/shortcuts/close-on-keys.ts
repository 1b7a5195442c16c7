import type { KeyboardEvent } from 'react';

/** Keys that turn a table back into its chart. */
export const BACK_KEYS = ['t', 'T', 'Escape'] as const;

/** Keys that close what has the focus, and reach nothing around it. */
export const closeOnKeys =
  (onClose: () => void, keys: readonly string[] = ['Escape']) =>
  (event: KeyboardEvent): void => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
