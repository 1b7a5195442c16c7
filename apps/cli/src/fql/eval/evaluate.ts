import type { Clock } from '@redoubt/kernel';
import { type Answer, answerOf, problemsOf, rejected } from './answers.ts';
import { symbolsOf, contextOf, tablesOf } from './facts.ts';
import { prepareFunctions } from './own-functions.ts';
import { createRuleCache } from './prepare.ts';
import { type EvaluationRequest, readRequest } from './request.ts';

export type Evaluator = {
  readonly evaluate: (request: EvaluationRequest) => Promise<Answer>;
  /** As `evaluate` for a line of text; what is no request is answered as such. Never throws. */
  readonly answerLine: (number: number, text: string | null) => Promise<Answer>;
};

/** Evaluates requests with the parser, checker and compiler of the product, each rule made ready once. */
export const createEvaluator = (clock: Clock): Evaluator => {
  const prepared = createRuleCache();
  const evaluate = async (request: EvaluationRequest): Promise<Answer> => {
    const tables = tablesOf(request);
    const symbols = symbolsOf(request, tables);
    const functions = prepareFunctions(request, symbols, prepared);
    const rule = prepared(request, { ...symbols, functions: functions.entries });
    const inFunctions = functions.rules.flatMap((own) =>
      problemsOf(own.rule).map((problem) => ({ ...problem, clause: own.nameOf(problem.clause) })),
    );
    if (!rule.compiled || inFunctions.length > 0) return rejected(request.id, [...inFunctions, ...problemsOf(rule)]);
    const context = {
      ...contextOf(request, tables, request.now ?? clock.now()),
      functions: functions.source,
    };
    const outcome = rule.compiled.isAsync ? await rule.compiled.runAsync(context) : rule.compiled.run(context);
    return answerOf(rule, request, outcome);
  };
  return {
    evaluate,
    answerLine: async (number, text) => {
      if (text === null) {
        return rejected(null, [
          { code: 'REQUEST-TOO-LONG', line: number, column: 1, message: 'The line is too long.' },
        ]);
      }
      const read = readRequest(text);
      if ('problem' in read) return rejected(read.id, [{ ...read.problem, line: number }]);
      try {
        return await evaluate(read.request);
      } catch (error) {
        // A fault of ours in one request is no reason to leave the others without an answer.
        const message = `Internal error: ${(error as Error).message}`;
        return rejected(read.request.id, [{ code: 'INTERNAL-ERROR', line: number, column: 1, message }]);
      }
    },
  };
};
