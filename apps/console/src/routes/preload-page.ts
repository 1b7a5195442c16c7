import { isPage } from './route-entry.ts';
import { loaderOf } from './pages.ts';
import { destinationOf, ROUTES, routeOf } from './route-table.ts';

const parametersOf = (path: string): number => path.split('/:').length - 1;

const fits = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname);

/** The page of an address: of several that fit, the one whose address names most. */
export const pageAt = (pathname: string) => {
  const [route] = ROUTES.filter(({ path }) => fits(path, pathname)).toSorted(
    (one, other) => parametersOf(one.path) - parametersOf(other.path),
  );
  const destination = route && destinationOf(route);
  return destination && isPage(destination) ? destination : undefined;
};

/**
 * Asks for the code of the page that is about to be shown, while it is not known yet who is signed in. What does not come is asked for
 * again when the page is shown.
 * @param landingPage address of the page that is shown in place of the first one
 */
export const preloadPage = (pathname: string, landingPage: string): void => {
  const page = pageAt(pathname === '/' && routeOf(landingPage) ? landingPage : pathname);
  if (page) void loaderOf(page)().catch(() => undefined);
};
