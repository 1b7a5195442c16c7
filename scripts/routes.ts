import { pathToFileURL } from 'node:url';
import { isRedirect, type RouteEntry } from '../apps/console/src/routes/route-entry.ts';
import { ALIASES, ROUTES } from '../apps/console/src/routes/route-table.ts';

export type RouteCount = {
  readonly built: number;
  readonly notBuilt: number;
  readonly aliases: number;
};

/** How many addresses of the route table work and how many do not; alias spellings are counted apart. */
export const countRoutes = (routes: readonly RouteEntry[] = ROUTES): RouteCount => ({
  built: routes.filter((route) => route.built).length,
  notBuilt: routes.filter((route) => !route.built).length,
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

/** The report as text: what works, what is missing, both numbers. */
export const routesReport = (routes: readonly RouteEntry[] = ROUTES): string => {
  const { built, notBuilt, aliases } = countRoutes(routes);
  const list = (wanted: boolean) => inOrder(routes.filter((route) => route.built === wanted)).map(lineOf);
  return [
    `Built (${built})`,
    ...list(true),
    '',
    `Not built (${notBuilt})`,
    ...list(false),
    '',
    `${built} built, ${notBuilt} not built, ${routes.length} in all; ${aliases} other spellings lead to them.`,
  ].join('\n');
};

const json = (): string =>
  JSON.stringify(
    {
      ...countRoutes(),
      routes: inOrder(ROUTES).map(({ number, path, chunk, permission, built, ...rest }) => ({
        number,
        path,
        chunk,
        permission,
        built,
        redirectTo: 'redirectTo' in rest ? rest.redirectTo : null,
      })),
      aliases: ALIASES,
    },
    null,
    2,
  );

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(process.argv.includes('--json') ? json() : routesReport());
