import { useState } from 'react';

/** How a difference is read: one column with signs, or both texts beside each other. */
export const LAYOUTS = ['unified', 'sideBySide'] as const;
export type Layout = (typeof LAYOUTS)[number];

const KEY = 'redoubt.difference';

/** The way this person reads differences, kept in the browser. */
export const useLayout = (): readonly [Layout, (layout: Layout) => void] => {
  const [layout, setLayout] = useState<Layout>(() =>
    localStorage.getItem(KEY) === 'sideBySide' ? 'sideBySide' : 'unified',
  );
  const choose = (next: Layout): void => {
    localStorage.setItem(KEY, next);
    setLayout(next);
  };
  return [layout, choose];
};
