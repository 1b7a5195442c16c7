import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROUTES } from '../apps/console/src/routes/route-table.ts';
import { countRoutes, routesSentence, routesReport } from './routes.ts';

const README = new URL('../README.md', import.meta.url);

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

it.skipIf(!existsSync(README))('says in the README how many routes are built', () => {
  expect(readFileSync(README, 'utf8')).toContain(routesSentence(countRoutes()));
});
