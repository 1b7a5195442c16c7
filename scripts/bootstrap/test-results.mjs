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
 * Counts Playwright's JSON report. A journey that passed only on a second try has failed; so has one that was never
 * reached because of an error outside the tests.
 * @param {any} report
 * @returns {Tally}
 */
export const playwrightTally = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
});

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
