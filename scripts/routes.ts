import { pathToFileURL } from 'node:url';
import { isPage, isRedirect, type RouteEntry } from '../apps/console/src/routes/route-entry.ts';
import { ALIASES, ROUTES } from '../apps/console/src/routes/route-table.ts';

export type RouteCount = {
  readonly pages: number;
  /** Addresses that lead to another one of the table. */
  readonly redirects: number;
  readonly aliases: number;
};

/** How many addresses of the route table are pages and how many lead to one; alias spellings are counted apart. */
export const countRoutes = (routes: readonly RouteEntry[] = ROUTES): RouteCount => ({
  pages: routes.filter(isPage).length,
  redirects: routes.filter(isRedirect).length,
  aliases: ALIASES.length,
});

const lineOf = (route: RouteEntry): string => {
  const number = route.number === null ? '  +' : String(route.number).padStart(3);
  const permission = typeof route.permission === 'string' ? route.permission : route.permission.join(' or ');
  const to = isRedirect(route) ? `  → ${route.redirectTo}` : '';
  return `${number}  ${route.path}${to}  (${permission})`;
};

const inOrder = (routes: readonly RouteEntry[]): readonly RouteEntry[] =>
  routes.toSorted((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity));

/** The report as text: every address, and their number. */
export const routesReport = (routes: readonly RouteEntry[] = ROUTES): string => {
  const { pages, redirects, aliases } = countRoutes(routes);
  return [
    ...inOrder(routes).map(lineOf),
    '',
    `${pages} pages and ${redirects} redirects, ${routes.length} in all; ${aliases} other spellings lead to them.`,
  ].join('\n');
};

const json = (): string =>
  JSON.stringify(
    {
      ...countRoutes(),
      routes: inOrder(ROUTES).map(({ number, path, chunk, permission, ...rest }) => ({
        number,
        path,
        chunk,
        permission,
        redirectTo: 'redirectTo' in rest ? rest.redirectTo : null,
      })),
      aliases: ALIASES,
    },
    null,
    2,
  );

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(process.argv.includes('--json') ? json() : routesReport());
