import { useState } from 'react';

/** How a difference is read: one column with signs, or both texts beside each other. */
export const LAYOUTS = ['unified', 'sideBySide'] as const;
export type Layout = (typeof LAYOUTS)[number];

const KEY = 'redoubt.difference';

/** The way this person reads differences, kept in the browser. @param first before they chose one. */
export const useLayout = (first: Layout = 'unified'): readonly [Layout, (layout: Layout) => void] => {
  const [layout, setLayout] = useState<Layout>(() => {
    const kept = localStorage.getItem(KEY);
    return LAYOUTS.find((each) => each === kept) ?? first;
  });
  const choose = (next: Layout): void => {
    localStorage.setItem(KEY, next);
    setLayout(next);
  };
  return [layout, choose];
};
