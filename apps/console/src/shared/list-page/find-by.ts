import type { ListFind } from './ListPage.tsx';

/** The field of a list that finds by words in the address. @param text of the namespace of the list */
export const findBy = (
  text: (key: 'list.searchLabel' | 'list.search') => string,
  value: string,
  onChange: (q: string) => void,
): ListFind => ({
  text: text('list.searchLabel'),
  placeholder: text('list.search'),
  value,
  onChange: (typed = '') => onChange(typed),
});
