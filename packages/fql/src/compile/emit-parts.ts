import type { CheckedExpression, CheckedPart, CheckedRule } from '../check/checked.ts';
import { expressionsOf } from './children.ts';
import { emitExpression } from './emit-expressions.ts';
import { emitStatement } from './emit-statements.ts';
import { type Emitter, siteOf } from './emitter.ts';
import { declareWords, keeping } from './masks.ts';

/** A clause answers whether it decided, a condition whether it held. A part with an error fails whole. */
export const emitPart = (emitter: Emitter, part: CheckedPart, index: number): string => {
  emitter.part = index;
  if (part.broken) return `function p${index}(T){return broken(${siteOf(emitter, { from: 0, to: 0 })})}`;
  emitter.words = new Set();
  const statements = part.statements.map((statement) => emitStatement(emitter, statement, 'return true;')).join('');
  const body = keeping(`${statements}return ${index === 0}`, emitter.words, index, emitter.maskWords);
  return `${emitter.asyncAnalysis.ofStatements(part.statements) ? 'async ' : ''}function p${index}(T){${body}}`;
};

/** Every expression a part is made of, for explain: they are worked out even where the part did not get to them. */
const rootsOf = (part: CheckedPart, rule: CheckedRule): readonly CheckedExpression[] => [
  ...part.variables.flatMap((variable) => rule.variables[variable]?.value ?? []),
  ...part.statements.flatMap(expressionsOf),
];

export const emitRoots = (emitter: Emitter, rule: CheckedRule, part: CheckedPart, index: number): string => {
  emitter.part = index;
  emitter.words = new Set();
  const roots = part.broken
    ? []
    : rootsOf(part, rule).map(
        (root) => `${emitter.asyncAnalysis.of(root) ? 'async ' : ''}()=>${emitExpression(emitter, root)}`,
      );
  return `function e${index}(T){${declareWords(emitter.words)}return [${roots.join(',')}]}`;
};
