import type { Json } from '@redoubt/kernel';
import type { Command } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import { CliError } from '../../cli-error.ts';
import type { Answer } from '../eval/answers.ts';
import { createEvaluator } from '../eval/evaluate.ts';
import { findFiles } from '../files/find-files.ts';
import { factsOfTest, readRuleFile, type RuleFile } from '../files/rule-file.ts';
import { type Difference, differences } from './compare.ts';

type Failure = {
  readonly file: string;
  readonly test: string;
  readonly differences: readonly Difference[];
  readonly answer: Answer;
};

const shown = (value: Json | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** What a person needs to see why: each difference, then what went wrong in the rule. */
const describe = ({ file, test, differences: found, answer }: Failure): string => {
  const width = Math.max(...found.map(({ path }) => path.length));
  const problems = [answer['diagnostics'], answer['errors']].flatMap((list) =>
    Array.isArray(list) ? (list as Json[]) : [],
  );
  return [
    `✗ ${file} › ${test}`,
    ...found.map(
      ({ path, expected, found: actual }) =>
        `    ${path.padEnd(width)}  expected ${shown(expected)}\n    ${' '.repeat(width)}  got      ${shown(actual)}`,
    ),
    ...problems.map((problem) => `    ${shown(problem)}`),
  ].join('\n');
};

const runFile = async (name: string, file: RuleFile, context: CliContext): Promise<readonly Failure[]> => {
  const { evaluate } = createEvaluator(context.clock);
  const failures: Failure[] = [];
  for (const { name: test, facts, expect } of file.tests) {
    const answer = await evaluate({ ...file.rules, ...factsOfTest(file.facts, facts), id: null });
    const found = differences(expect, answer);
    if (found.length > 0) failures.push({ file: name, test, differences: found, answer });
  }
  return failures;
};

const testFiles = async (names: readonly string[], context: CliContext): Promise<void> => {
  let [passed, failed, rules] = [0, 0, 0];
  for (const { name, path, isNamed } of await findFiles(names, ['.yaml', '.yml'], context)) {
    const file = await readRuleFile(name, path);
    if (!file && isNamed) throw new CliError(`${name} holds no rule: it has no "clauses".`, { exitCode: 2 });
    if (!file) continue;
    rules += 1;
    const failures = await runFile(name, file, context);
    failed += failures.length;
    passed += file.tests.length - failures.length;
    if (failures.length === 0) context.terminal.print(`✓ ${name} (${file.tests.length})`);
    for (const failure of failures) context.terminal.print(describe(failure));
  }
  if (passed + failed === 0) throw new CliError('There is nothing to test: no rule files with tests.', { exitCode: 2 });
  context.terminal.error(`${rules} rule files, ${passed} tests passed, ${failed} failed.`);
  if (failed > 0) throw new CliError('', { exitCode: 1 });
};

/** `redoubt fql test <files or directories>` */
export const addTestCommand = (fql: Command, context: CliContext): void => {
  fql
    .command('test')
    .description('Run the tests of rule files: example events and what is expected of them (docs/language/cli.md).')
    .argument('<paths...>', 'files and directories')
    .action((paths: readonly string[]) => testFiles(paths, context));
};
