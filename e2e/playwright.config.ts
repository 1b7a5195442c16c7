import { defineConfig } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { CHROMIUM, CHROMIUM_FLAGS } from './support/chromium.ts';

export default defineConfig({
  testDir: fileURLToPath(new URL('specs', import.meta.url)),
  outputDir: fileURLToPath(new URL('test-results', import.meta.url)),
  globalSetup: fileURLToPath(new URL('support/global-setup.ts', import.meta.url)),
  // Bounds for what hangs, not for how fast a journey is: workers and what else the machine does share its cores.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // A whole run is not lost to one journey that two busy cores held up; `npm test` names those that needed it.
  retries: process.env.REDOUBT_E2E_REPORT ? 1 : 0,
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  reporter: process.env.REDOUBT_E2E_REPORT
    ? [['line'], ['json', { outputFile: process.env.REDOUBT_E2E_REPORT }]]
    : [['line']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    video: 'off',
    launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_FLAGS },
  },
});
