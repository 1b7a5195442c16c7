import { describe, expect, test } from 'vitest';
import { at } from './paths.mjs';
import { honestTally, namedJourneys, namedTests, playwrightTally, sumOf, vitestTally } from './test-results.mjs';

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

  test('counts journeys that passed, at the second attempt too, and what was never reached', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(playwrightTally({ stats, errors: [{}] })).toEqual({ passed: 6, failed: 2, skipped: 2 });
  });

  test('names journeys that failed or needed a second attempt, with what the first failed with', () => {
    const spec = { file: 'lists.spec.ts', line: 6, title: 'a list is uploaded' };
    const failed = { error: { message: '\u001b[31mTimed out\u001b[39m\nCall log' } };
    const report = {
      suites: [
        {
          specs: [{ ...spec, tests: [{ status: 'expected', results: [{}] }] }],
          suites: [
            { specs: [{ ...spec, line: 17, tests: [{ status: 'flaky', results: [failed, {}] }] }] },
            { specs: [{ ...spec, line: 30, tests: [{ status: 'unexpected', results: [failed, failed] }] }] },
          ],
        },
      ],
      errors: [{ message: 'The server did not start\nat main' }],
    };
    expect(namedJourneys(report)).toEqual({
      failed: ['lists.spec.ts:30 a list is uploaded: Timed out', 'The server did not start'],
      unsteady: ['lists.spec.ts:17 a list is uploaded: Timed out'],
    });
  });

  test('names tests that failed or needed a second attempt, and files that could not be loaded', () => {
    const tests = [
      { fullName: 'adds', status: 'passed', failureMessages: [] },
      { fullName: 'waits', status: 'passed', failureMessages: ['Error: too late\n    at wait'] },
      { fullName: 'divides', status: 'failed', failureMessages: ['AssertionError: 1 is 2\n    at divide', 'again'] },
    ];
    const report = {
      testResults: [
        { name: at('lint', 'sums.test.ts'), status: 'failed', message: '', assertionResults: tests },
        { name: at('lint', 'rest.test.ts'), status: 'failed', message: 'No such module\n', assertionResults: [] },
      ],
    };
    expect(namedTests(report)).toEqual({
      failed: ['lint/sums.test.ts divides: AssertionError: 1 is 2', 'lint/rest.test.ts as a whole: No such module'],
      unsteady: ['lint/sums.test.ts waits: Error: too late'],
    });
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
