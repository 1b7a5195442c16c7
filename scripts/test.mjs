// `npm test`: everything, on a fresh clone too. Ends with one line: N passed, N failed, N skipped.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './bootstrap/chromium.mjs';
import { ensureConsoleBuilt } from './bootstrap/console-build.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { at, PINNED_NODE } from './bootstrap/paths.mjs';
import { Problem } from './bootstrap/problem.mjs';
import { runCommand, stopChildrenOnSignals } from './bootstrap/processes.mjs';
import { ensureTestServers } from './bootstrap/test-servers.mjs';
import { honestTally, playwrightTally, sumOf, unsteadyJourneys, vitestTally } from './bootstrap/test-results.mjs';

/** Against a suite that hangs: all suites together, which take three quarters of it on two quiet cores. */
const TIME_OUT_MS = 3_900_000;
const endMs = Date.now() + TIME_OUT_MS;
const OUTSIDE_DATA = at('..', 'shared', 'data');

const UNSTEADY = 'Passed at the second attempt only, so that the product or the test has a fault to be found:';

const heading = (text) => process.stdout.write(`\n── ${text} ──\n`);

const wordsOf = (error) => (error instanceof Problem ? error.message : error.stack);

const readReport = async (path, read) => {
  try {
    return read(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
};

const runSuite = async (args, env, report, tallyOf) => {
  const timeoutMs = Math.max(0, endMs - Date.now());
  const { code, timedOut } = await runCommand(PINNED_NODE, args, { env, show: true, timeoutMs });
  if (timedOut) process.stdout.write(`Stopped: all tests together have ${TIME_OUT_MS / 60_000} minutes.\n`);
  return honestTally(await readReport(report, tallyOf), code);
};

const runVitest = async (folder) => {
  heading('Unit, database and component tests');
  for (const missing of await ensureTestServers()) process.stdout.write(`${missing}\n`);
  const report = join(folder, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runSuite([at('node_modules', 'vitest', 'vitest.mjs'), ...args], testEnvironment(), report, vitestTally);
};

const runJourneys = async (folder) => {
  heading('Browser journeys');
  try {
    await ensureConsoleBuilt();
  } catch (error) {
    process.stdout.write(`${wordsOf(error)}\n`);
    return honestTally(undefined, 1);
  }
  const chromium = await ensureChromium();
  if ('missing' in chromium) {
    process.stdout.write(`${chromium.missing}\n`);
    return honestTally(undefined, 1);
  }
  const report = join(folder, 'journeys.json');
  const args = ['test', '--config', at('e2e', 'playwright.config.ts')];
  const env = { ...testEnvironment(), REDOUBT_CHROMIUM: chromium.path, REDOUBT_E2E_REPORT: report };
  const tally = await runSuite(
    [at('node_modules', '@playwright', 'test', 'cli.js'), ...args],
    env,
    report,
    playwrightTally,
  );
  const unsteady = (await readReport(report, unsteadyJourneys)) ?? [];
  if (unsteady.length > 0) process.stdout.write(`\n${UNSTEADY}\n${unsteady.map((line) => `  ${line}\n`).join('')}`);
  return tally;
};

/**
 * Tests on outside data run where it is and count as skipped elsewhere. The many servers and commands that tests start share
 * their compiled code.
 */
const testEnvironment = () => ({
  NODE_COMPILE_CACHE: at('node_modules', '.cache', 'compiled'),
  ...(existsSync(OUTSIDE_DATA) ? { REDOUBT_DATASET: process.env.REDOUBT_DATASET ?? OUTSIDE_DATA } : {}),
});

const runEverything = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-test-'));
  try {
    await ensureInstalled();
    return sumOf([await runVitest(folder), await runJourneys(folder)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

stopChildrenOnSignals();
let tally = { passed: 0, failed: 1, skipped: 0 };
try {
  tally = await runEverything();
} catch (error) {
  process.stdout.write(`${wordsOf(error)}\n`);
}
process.stdout.write(`\nTests: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
process.exitCode = tally.failed === 0 ? 0 : 1;
