import type { RegisterCommands } from '../cli-context.ts';
import { addCheckCommand } from './check/check.command.ts';
import { addEvalCommand } from './eval/eval.command.ts';
import { addFormatCommand } from './format/format.command.ts';
import { addTestCommand } from './test/test.command.ts';

/** `redoubt fql …` */
export const registerFqlCommands: RegisterCommands = (program, context) => {
  const fql = program.command('fql').description('Check, format, evaluate and test texts of the rule language.');
  for (const add of [addCheckCommand, addFormatCommand, addEvalCommand, addTestCommand]) add(fql, context);
};
