import type { TestDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll } from 'vitest';
import { createConsoleApp, type ConsoleApp } from './console-app.ts';
import { createTenant, sceneClock, type SceneTenant } from './scene.ts';

/** Gives the tests of a file the console's endpoints and a tenant. */
export const useConsole = (
  db: TestDatabase,
  prepare: (made: { readonly consoleApp: ConsoleApp; readonly tenant: SceneTenant }) => void,
): void => {
  let consoleApp: ConsoleApp | undefined;
  beforeAll(async () => {
    consoleApp = await createConsoleApp(db.database, sceneClock());
    prepare({ consoleApp, tenant: await createTenant(db.database) });
  });
  afterAll(() => consoleApp?.app.close());
};
