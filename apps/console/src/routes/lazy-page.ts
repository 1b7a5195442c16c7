import type { i18n } from 'i18next';
import { lazy, type ComponentType } from 'react';
import { loadChunk } from './chunk.ts';
import { loaderOf } from './pages.ts';
import type { BuiltRoute } from './route-entry.ts';

/** Texts that take longer than this are read in English until they arrive. */
const TEXTS_PATIENCE_MS = 3000;

const pages = new WeakMap<BuiltRoute, ComponentType>();

const componentOf = (module: Readonly<Record<string, unknown>>): ComponentType => {
  const found = Object.values(module).find((value) => typeof value === 'function');
  if (!found) throw new Error('A page module exports its component');
  return found as ComponentType;
};

const patience = () => new Promise((resolve) => setTimeout(resolve, TEXTS_PATIENCE_MS));

/** The page of a route, loaded with its texts when it is first shown. */
export const lazyPage = (route: BuiltRoute, texts: i18n): ComponentType => {
  const known = pages.get(route);
  if (known) return known;
  const page = lazy(async () => {
    const [module] = await Promise.all([
      loadChunk(loaderOf(route)),
      Promise.race([texts.loadNamespaces([...route.texts]), patience()]),
    ]);
    return { default: componentOf(module) };
  });
  pages.set(route, page);
  return page;
};

/** Forgets a page whose chunk could not be loaded, so that another visit tries again. */
export const forgetPage = (route: BuiltRoute): void => void pages.delete(route);
