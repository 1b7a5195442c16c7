import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './paths.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */
/** @typedef {{ failed: readonly string[], unsteady: readonly string[] }} Named */

const isBroken = (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed');

/**
 * Counts Vitest's JSON report. A file that could not be loaded has no tests but failed all the same.
 * @param {any} report
 * @returns {Tally}
 */
export const vitestTally = (report) => {
  const brokenFiles = report.testResults.filter(isBroken);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

/**
 * Counts Playwright's JSON report. A journey that passed at its second attempt has passed, and is named by
 * `namedJourneys`; one that was never reached because of an error outside the tests has failed.
 * @param {any} report
 * @returns {Tally}
 */
export const playwrightTally = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
});

const firstLineOf = (message) => stripVTControlCharacters(message ?? '').split('\n')[0];

/**
 * Which tests of Vitest failed, and which passed at their second attempt, each with the first line of what it failed with.
 * @param {any} report of Vitest
 * @returns {Named}
 */
export const namedTests = ({ testResults }) => {
  const lineOf = (file, title, message) => `${relative(ROOT, file.name)} ${title}: ${firstLineOf(message)}`;
  const linesOf = (file, status) =>
    file.assertionResults
      .filter((test) => test.status === status && test.failureMessages.length > 0)
      .map((test) => lineOf(file, test.fullName, test.failureMessages[0]));
  return {
    failed: [
      ...testResults.flatMap((file) => linesOf(file, 'failed')),
      ...testResults.filter(isBroken).map((file) => lineOf(file, 'as a whole', file.message)),
    ],
    unsteady: testResults.flatMap((file) => linesOf(file, 'passed')),
  };
};

/**
 * Which journeys failed, and which passed at their second attempt, each with the first line of what it failed with.
 * @param {any} report of Playwright, or a suite of it
 * @returns {Named}
 */
export const namedJourneys = (report) => ({
  failed: [...journeysOf(report, 'unexpected'), ...(report.errors ?? []).map(({ message }) => firstLineOf(message))],
  unsteady: journeysOf(report, 'flaky'),
});

const journeysOf = ({ suites = [], specs = [] }, wanted) => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => {
        const failed = results.find(({ error }) => error !== undefined);
        return `${file}:${line} ${title}: ${firstLineOf(failed?.error.message)}`;
      }),
  ),
  ...suites.flatMap((suite) => journeysOf(suite, wanted)),
];

/**
 * A suite that ended badly without saying which test failed counts as one failure: crashed, timed out, wrote no report.
 * @param {Tally | undefined} tally
 * @param {number} exitCode
 * @returns {Tally}
 */
export const honestTally = (tally, exitCode) => {
  if (tally === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
};

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export const sumOf = (tallies) => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
});
