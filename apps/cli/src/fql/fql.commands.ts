import type { DefineCommand } from '../cli-context.ts';
import { addCheckCommand } from './check/check.command.ts';
import { addEvalCommand } from './eval/eval.command.ts';
import { addFormatCommand } from './format/format.command.ts';
import { addTestCommand } from './test/test.command.ts';

/** `redoubt fql …` */
export const defineFql: DefineCommand = (fql, context) => {
  for (const add of [addCheckCommand, addFormatCommand, addEvalCommand, addTestCommand]) add(fql, context);
};
