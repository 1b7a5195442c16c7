import type { TestDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll } from 'vitest';
import { createPublicApp, type PublicApp } from './public-app.ts';
import { createCallers, createTenant, sceneClock, type SceneTenant } from './scene.ts';

/** Gives the tests of a file the public API and a tenant. */
export const usePublic = (
  db: TestDatabase,
  prepare: (made: { readonly running: PublicApp; readonly tenant: SceneTenant }) => void,
) => {
  const callers = createCallers();
  const clock = sceneClock();
  let running: PublicApp | undefined;
  beforeAll(async () => {
    running = await createPublicApp(db.database, clock, callers.verify);
    prepare({ running, tenant: await createTenant(db.database) });
  });
  afterAll(() => running?.close());
  return { callers, clock };
};
