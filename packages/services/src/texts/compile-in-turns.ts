import type { CompileSteps } from '@redoubt/engine';
import { Turns } from '../turns.ts';
import type { TextCompiler } from './text-compiler.ts';

/** Does all steps: programs are written where `texts` does that, and requests go on between any two steps. */
export const compileInTurns = async <Result>(steps: CompileSteps<Result>, texts: TextCompiler): Promise<Result> => {
  const turns = new Turns();
  let step = steps.next(null);
  while (!step.done) {
    const answer = step.value && (await texts.program(step.value));
    if (answer !== null || turns.isOver) await turns.next();
    step = steps.next(answer);
  }
  return step.value;
};
