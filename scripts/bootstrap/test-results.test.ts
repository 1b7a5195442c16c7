import { describe, expect, test } from 'vitest';
import { honestTally, playwrightTally, sumOf, vitestTally } from './test-results.mjs';

describe('the closing line of npm test', () => {
  test('counts a file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(vitestTally(report)).toEqual({ passed: 3, failed: 2, skipped: 3 });
  });

  test('counts a journey that needed luck as a failure', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(playwrightTally({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 2 });
  });

  test('never says zero failures after a bad end', () => {
    expect(honestTally(undefined, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(honestTally({ passed: 9, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 9, failed: 1, skipped: 0 });
    expect(honestTally({ passed: 9, failed: 2, skipped: 0 }, 1)).toEqual({ passed: 9, failed: 2, skipped: 0 });
  });

  test('adds the suites up', () => {
    const tallies = [
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ];
    expect(sumOf(tallies)).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });
});
