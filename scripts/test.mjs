// `npm test`: everything, on a fresh clone too. Ends with one line: N passed, N failed, N skipped.
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureChromium } from './bootstrap/chromium.mjs';
import { ensureConsoleBuilt } from './bootstrap/console-build.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { at, PINNED_NODE } from './bootstrap/paths.mjs';
import { Problem } from './bootstrap/problem.mjs';
import { runCommand, stopChildrenOnSignals } from './bootstrap/processes.mjs';
import { makeScratch } from './bootstrap/scratch.mjs';
import { ensureTestServers } from './bootstrap/test-servers.mjs';
import {
  honestTally,
  namedJourneys,
  namedTests,
  playwrightTally,
  sumOf,
  vitestTally,
} from './bootstrap/test-results.mjs';

/** Against a suite that hangs: all suites together, which take three quarters of it on two quiet cores. */
const TIME_OUT_MS = 3_900_000;
const endMs = Date.now() + TIME_OUT_MS;
const OUTSIDE_DATA = at('..', 'shared', 'data');

const UNSTEADY = 'Passed at the second attempt only, so that the product or the test has a fault to be found:';

/** Lines for the end of the output, where a log that was cut short still shows them. */
const named = { failed: [], unsteady: [] };

const heading = (text) => process.stdout.write(`\n── ${text} ──\n`);

const sayLines = (title, lines) => {
  if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
};

const wordsOf = (error) => (error instanceof Problem ? error.message : error.stack);

const readReport = async (path, tallyOf, namedOf) => {
  try {
    const report = JSON.parse(await readFile(path, 'utf8'));
    return { tally: tallyOf(report), ...namedOf(report) };
  } catch {
    return { tally: undefined, failed: [], unsteady: [] };
  }
};

const runSuite = async (args, env, report, tallyOf, namedOf) => {
  const timeoutMs = Math.max(0, endMs - Date.now());
  const { code, timedOut } = await runCommand(PINNED_NODE, args, { env, show: true, timeoutMs });
  if (timedOut) process.stdout.write(`Stopped: all tests together have ${TIME_OUT_MS / 60_000} minutes.\n`);
  const { tally, failed, unsteady } = await readReport(report, tallyOf, namedOf);
  named.failed.push(...failed);
  named.unsteady.push(...unsteady);
  return honestTally(tally, code);
};

const runVitest = async (folder) => {
  heading('Unit, database and component tests');
  for (const missing of await ensureTestServers()) process.stdout.write(`${missing}\n`);
  const report = join(folder, 'vitest.json');
  const args = ['run', '--retry=1', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = [at('node_modules', 'vitest', 'vitest.mjs'), ...args];
  return runSuite(command, testEnvironment(folder), report, vitestTally, namedTests);
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
  const env = { ...testEnvironment(folder), REDOUBT_CHROMIUM: chromium.path, REDOUBT_E2E_REPORT: report };
  const command = [at('node_modules', '@playwright', 'test', 'cli.js'), ...args];
  return runSuite(command, env, report, playwrightTally, namedJourneys);
};

/**
 * Tests on outside data run where it is and count as skipped elsewhere. The many servers and commands that tests start share
 * their compiled code, and write below `folder`.
 */
const testEnvironment = (folder) => ({
  TMPDIR: folder,
  NODE_COMPILE_CACHE: at('node_modules', '.cache', 'compiled'),
  ...(existsSync(OUTSIDE_DATA) ? { REDOUBT_DATASET: process.env.REDOUBT_DATASET ?? OUTSIDE_DATA } : {}),
});

const runEverything = async () => {
  const folder = await makeScratch();
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
sayLines(UNSTEADY, named.unsteady);
sayLines('Failed:', named.failed);
process.stdout.write(`\nTests: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
process.exitCode = tally.failed === 0 ? 0 : 1;
