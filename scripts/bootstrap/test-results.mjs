import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * Counts Vitest's JSON report. A file that could not be loaded has no tests but failed all the same.
 * @param {any} report
 * @returns {Tally}
 */
export const vitestTally = (report) => {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

/**
 * Counts Playwright's JSON report. A journey that passed at its second attempt has passed, and is named by
 * `unsteadyJourneys`; one that was never reached because of an error outside the tests has failed.
 * @param {any} report
 * @returns {Tally}
 */
export const playwrightTally = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
});

/**
 * Journeys that failed and then passed, each with the first line of what it failed with.
 * @param {any} report of Playwright, or a suite of it
 * @returns {readonly string[]}
 */
export const unsteadyJourneys = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => {
        const message = results.find(({ error }) => error !== undefined)?.error.message ?? '';
        return `${file}:${line} ${title}: ${stripVTControlCharacters(message).split('\n')[0]}`;
      }),
  ),
  ...suites.flatMap(unsteadyJourneys),
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
