import type { i18n } from 'i18next';
import type { ComponentType } from 'react';
import { lazyPart } from './lazy-part.ts';
import { loaderOf } from './pages.ts';
import type { PageRoute } from './route-entry.ts';

const pages = new WeakMap<PageRoute, ComponentType>();

const componentOf = (module: Readonly<Record<string, unknown>>): ComponentType => {
  const found = Object.values(module).find((value) => typeof value === 'function');
  if (!found) throw new Error('A page module exports its component');
  return found as ComponentType;
};

/** The page of a route, loaded with its texts when it is first shown. */
export const lazyPage = (route: PageRoute, texts: i18n): ComponentType => {
  const known = pages.get(route);
  if (known) return known;
  const page = lazyPart(texts, route.texts, async () => componentOf(await loaderOf(route)()));
  pages.set(route, page);
  return page;
};

/** Forgets a page whose chunk could not be loaded, so that another visit tries again. */
export const forgetPage = (route: PageRoute): void => void pages.delete(route);
