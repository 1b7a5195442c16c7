const LINKS = 'tr[data-rule] a[href]';

/** Moves the focus to the rule above or below in the list. */
export const focusNeighbour = (table: HTMLElement, from: HTMLElement, by: number): void => {
  const links = [...table.querySelectorAll<HTMLElement>(LINKS)];
  links[links.indexOf(from) + by]?.focus();
};

/** Moves the focus to a rule, after a form or question about it has closed. */
export const focusRow = (table: HTMLElement | null, id: string): void =>
  table?.querySelector<HTMLElement>(`tr[data-rule="${CSS.escape(id)}"] a[href]`)?.focus();

/** Moves the focus to the first rule, unless it is in the list already. */
export const enterTable = (table: HTMLElement | null): void => {
  if (!table?.contains(document.activeElement)) table?.querySelector<HTMLElement>(LINKS)?.focus();
};
