import { isRedirect, type RouteEntry } from './route-entry.ts';
import { DATA_ROUTES } from './table/data.ts';
import { FRAUD_ROUTES } from './table/fraud.ts';
import { INTEGRATION_ROUTES } from './table/integration.ts';
import { REPORT_ROUTES } from './table/reports.ts';
import { SETTINGS_ROUTES } from './table/settings.ts';
import { WORK_ROUTES } from './table/work.ts';

const TABLE = [
  ...FRAUD_ROUTES,
  ...WORK_ROUTES,
  ...DATA_ROUTES,
  ...INTEGRATION_ROUTES,
  ...SETTINGS_ROUTES,
  ...REPORT_ROUTES,
] as const;

/** Every address of the console that can be linked to. */
export type RoutePath = (typeof TABLE)[number]['path'];

/** Names of the routes that have a page. */
export type PageKey = Extract<(typeof TABLE)[number], { readonly texts: unknown }>['key'];

/**
 * The route table: every address of the original console and those added since. Menu, breadcrumbs, titles, permissions,
 * command palette, the router and the browser tests are all derived from it; within a menu group, order is that of the
 * rows.
 */
export const ROUTES: readonly RouteEntry[] = TABLE;

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
