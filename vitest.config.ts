import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** A hung test is found; one that waits for a busy core is not called broken. */
const BUSY_MACHINE_MS = 30_000;

/**
 * Four projects, told apart by the file's suffix: pure tests, pure tests of minutes (`.long`, not in the gate for a
 * change), tests on a real PostgreSQL (one cloned database per worker), and component tests. Browser journeys live in
 * `e2e/` and run under Playwright.
 */
export default defineConfig({
  test: {
    // By itself Vitest leaves one core idle, of two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'apps/console/build/*.test.ts',
            'bench/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'lint/**/*.test.ts',
          ],
          exclude: ['**/*.db.test.ts', '**/*.long.test.ts', '**/node_modules/**'],
          environment: 'node',
          // Loading modules anew for each file took a fifth of the time; pure modules keep no state between files.
          isolate: false,
          testTimeout: BUSY_MACHINE_MS,
        },
      },
      {
        test: {
          name: 'long',
          include: ['packages/*/src/**/*.long.test.ts', 'apps/*/src/**/*.long.test.ts'],
          exclude: ['**/node_modules/**'],
          environment: 'node',
          testTimeout: BUSY_MACHINE_MS,
        },
      },
      {
        test: {
          name: 'database',
          include: ['packages/*/src/**/*.db.test.ts', 'apps/*/src/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          environment: 'node',
          // As above; what the server remembers belongs to a database, and each file has its own.
          isolate: false,
          globalSetup: ['packages/testing/src/database/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'component',
          include: ['packages/*/src/**/*.test.tsx', 'apps/console/src/**/*.test.tsx'],
          exclude: ['**/node_modules/**'],
          environment: 'jsdom',
          // Loading the console and its controls anew for each file took two thirds of the time.
          isolate: false,
          setupFiles: ['apps/console/src/testing/wait-longer.ts', 'apps/console/src/testing/leave-nothing.ts'],
          testTimeout: BUSY_MACHINE_MS,
        },
      },
    ],
  },
});
