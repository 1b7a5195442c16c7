import { expect, it } from 'vitest';
import { ROUTES } from '../apps/console/src/routes/route-table.ts';
import { countRoutes, routesReport } from './routes.ts';

it('counts every route once, built or not', () => {
  const { built, notBuilt } = countRoutes();
  expect(built + notBuilt).toBe(ROUTES.length);
});

it('lists every path with both numbers', () => {
  const report = routesReport();
  for (const { path } of ROUTES) expect(report).toContain(`  ${path}`);
  const { built, notBuilt } = countRoutes();
  expect(report).toContain(`${built} built, ${notBuilt} not built`);
});
