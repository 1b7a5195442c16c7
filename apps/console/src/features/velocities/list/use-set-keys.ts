import { useText } from '@redoubt/i18n';
import { useListedKeys, useShortcut } from '@redoubt/ui';
import { type RefObject, useMemo } from 'react';

const LINKS = 'article h3 a[href]';

/** `j` and `k` go from set to set as they go from row to row in a list. */
export const useSetKeys = (list: RefObject<HTMLElement | null>): void => {
  const text = useText('velocities');
  const keys = useText('ui');
  const go = (by: 1 | -1): void => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(LINKS) ?? [])];
    const card = document.activeElement?.closest('article');
    const at = links.findIndex((link) => card !== null && card?.contains(link));
    links[at === -1 ? 0 : at + by]?.focus();
  };
  useShortcut('j', text('list.key.next'), () => go(1));
  useShortcut('k', text('list.key.previous'), () => go(-1));
  const listed = useMemo(() => [{ keys: 'Enter', text: keys('grid.keys.open') }], [keys]);
  useListedKeys(listed);
};
