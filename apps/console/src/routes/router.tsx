import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
  type AnyRouter,
} from '@tanstack/react-router';
import { RootFrame } from '../shell/RootFrame.tsx';
import { ENVIRONMENT_PARAMETER, parseSearch, stringifySearch } from './address.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { isRedirect, type RouteEntry } from './route-entry.ts';
import { RouteFrame } from './RouteFrame.tsx';
import { ALIASES, ROUTES } from './route-table.ts';

/** `:name` as the router writes it. */
const routerPath = (path: string): string => path.replace(/:(\w+)/g, '$$$1');

const filledIn = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));

const leadTo = (to: string, reserved: readonly string[] = []) => ({
  beforeLoad: ({
    params,
    location,
  }: {
    params: Readonly<Record<string, string>>;
    location: { searchStr: string; hash: string };
  }) => {
    if (Object.values(params).some((value) => reserved.includes(value))) return;
    throw redirect({ href: filledIn(to, params) + location.searchStr, replace: true });
  },
  component: NotFoundPage,
});

/** The router, derived from the route table. */
export const createConsoleRouter = (options: Record<string, unknown> = {}): AnyRouter => {
  const root = createRootRoute({
    component: RootFrame,
    notFoundComponent: NotFoundPage,
    search: { middlewares: [retainSearchParams([ENVIRONMENT_PARAMETER])] },
  });
  const page = (entry: RouteEntry) =>
    createRoute({
      getParentRoute: () => root,
      path: routerPath(entry.path),
      ...(isRedirect(entry) ? leadTo(entry.redirectTo) : { component: () => <RouteFrame route={entry} /> }),
    });
  const alias = ({ path, to, reserved }: (typeof ALIASES)[number]) =>
    createRoute({ getParentRoute: () => root, path: routerPath(path), ...leadTo(to, reserved) });
  return createRouter({
    routeTree: root.addChildren([...ROUTES.map(page), ...ALIASES.map(alias)]),
    parseSearch,
    stringifySearch,
    defaultPreload: false,
    scrollRestoration: false,
    ...options,
  });
};
