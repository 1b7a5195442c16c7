import { FEATURES } from './features.ts';
import { isPage, isRedirect, type RouteEntry, type RouteTour } from './route-entry.ts';

export { FEATURES };

type Row = (typeof FEATURES)[number]['routes'][number];

/** Every address of the console that can be linked to. */
export type RoutePath = Row['path'];

/**
 * The route table: every address of the original console and those added since, gathered from the features. Menu,
 * breadcrumbs, titles, permissions, command palette, the router and the browser tests are all derived from it.
 */
export const ROUTES: readonly RouteEntry[] = FEATURES.flatMap(({ folder, routes }) =>
  routes.map((row): RouteEntry => ({ ...row, folder })),
);

/**
 * Other spellings that lead to a canonical path (route spelling rule 2). `auth` is reserved below `/api`: the server
 * answers `/api/auth` itself, and an alias must never catch it.
 */
export const ALIASES: readonly {
  readonly path: string;
  readonly to: RoutePath;
  readonly reserved?: readonly string[];
}[] = [
  { path: '/aadapp/create', to: '/integration/aadapp/create' },
  { path: '/aadapp/manage', to: '/integration/aadapp/manage' },
  { path: '/devicefingerprinting/try', to: '/integration/devicefingerprinting/try' },
  { path: '/devicefingerprinting/setup', to: '/integration/devicefingerprinting/setup' },
  { path: '/api/:id', to: '/integration/api/:id', reserved: ['auth'] },
  { path: '/queues/:queueId', to: '/casemanagement/queues/:queueId' },
  { path: '/queues/:queueId/:eventType/:envId/:id', to: '/casemanagement/queues/:queueId/:eventType/:envId/:id' },
  { path: '/rulesconfiguration', to: '/data/rulesconfiguration' },
  { path: '/settings/audit/:eventType/:envId/:id', to: '/settings/:eventType/:envId/:id' },
];

export const routeOf = (path: string): RouteEntry | undefined => ROUTES.find((route) => route.path === path);

/** Parameter that names the environment of a page, where the page says so. */
export const environmentParameterOf = (path: string): string | undefined => {
  const route = routeOf(path);
  return route && isPage(route) ? route.environmentParameter : undefined;
};

/** Where a redirect ends, following several. */
export const destinationOf = (route: RouteEntry): RouteEntry => {
  const next = isRedirect(route) ? routeOf(route.redirectTo) : undefined;
  return next ? destinationOf(next) : route;
};

/** The pages above a route, from its section's root down, without the route itself. */
export const ancestorsOf = (path: string): readonly RouteEntry[] =>
  ROUTES.filter((route) => route.path !== '/' && path.startsWith(`${route.path}/`)).toSorted(
    (one, other) => one.path.length - other.path.length,
  );

/** A tour with the page it is about. */
export type Tour = RouteTour & { readonly path: string };

/** Tours of what is built. One whose page a person may not open is never offered. */
export const TOURS: readonly Tour[] = ROUTES.flatMap(({ path, tour }) => (tour ? [{ ...tour, path }] : []));

export const tourOf = (routePath: string): Tour | undefined => TOURS.find(({ path }) => path === routePath);
