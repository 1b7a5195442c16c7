import { expect, it } from 'vitest';
import { ROUTES } from '../apps/console/src/routes/route-table.ts';
import { countRoutes, routesReport } from './routes.ts';

it('counts every route once', () => {
  const { pages, redirects } = countRoutes();
  expect(pages + redirects).toBe(ROUTES.length);
});

it('lists every path and their number', () => {
  const report = routesReport();
  for (const { path } of ROUTES) expect(report).toContain(`  ${path}`);
  expect(report).toContain(`${ROUTES.length} in all`);
});
