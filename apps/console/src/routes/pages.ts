import type { ComponentType } from 'react';
import type { PageRoute } from './route-entry.ts';

/** Loads the module of a page; its one component is the page. */
export type PageLoader = () => Promise<Readonly<Record<string, ComponentType>>>;

/**
 * The pages of the features by their file, each a chunk of its own. Apart from the table, which stays readable for
 * programs that know nothing of components (route count, browser tests).
 */
const PAGES = import.meta.glob<Readonly<Record<string, ComponentType>>>('../features/*/*Page.tsx');

/** Files of all pages, as `<folder>/<page>`. */
export const pageFiles = (): readonly string[] =>
  Object.keys(PAGES).map((file) => file.replace(/^\.\.\/features\/|\.tsx$/g, ''));

export const loaderOf = ({ folder, page }: Pick<PageRoute, 'folder' | 'page'>): PageLoader => {
  const loader = PAGES[`../features/${folder}/${page}.tsx`];
  if (!loader) throw new Error(`The feature ${folder} has no file ${page}.tsx`);
  return loader;
};
