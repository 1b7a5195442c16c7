import type { ParseOptions } from '../program/options.ts';
import { mostTelling, type Problem } from '../diagnostics/problem.ts';
import { parser } from '../grammar/parser.js';
import { buildStatement } from './build-statements.ts';
import { MAX_NESTING_DEPTH, MAX_TEXT_LENGTH } from './limits.ts';
import type { ProgramNode } from './nodes.ts';
import { withInvisible } from './invisible.ts';
import { childrenOf, type Reader } from './reader.ts';
import { syntaxProblems } from './syntax-problems.ts';

export type SyntaxResult = { readonly program: ProgramNode; readonly problems: readonly Problem[] };

const refused = (text: string, problem: Problem): SyntaxResult => ({
  program: { from: 0, to: text.length, statements: [] },
  problems: [problem],
});

const treeOf = (text: string) => {
  try {
    return parser.parse(text);
  } catch (error) {
    // The tree is assembled recursively: tens of thousands of nested brackets exhaust the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/**
 * Reads one text. Never throws: a text over a limit is an empty program with one problem. Where one fix repairs the
 * whole text, its problem is the only one: the others are what the error made of the text around it.
 */
export const parseProgram = (text: string, options: ParseOptions = {}): SyntaxResult => {
  if (text.length > MAX_TEXT_LENGTH) {
    const params = { limit: String(MAX_TEXT_LENGTH), length: String(text.length) };
    return refused(text, { code: 'FQL-TOO-LONG', from: 0, to: 0, params });
  }
  const tree = treeOf(text);
  if (!tree)
    return refused(text, { code: 'FQL-TOO-DEEP', from: 0, to: 0, params: { limit: String(MAX_NESTING_DEPTH) } });
  const problems: Problem[] = [...withInvisible(text, tree, syntaxProblems(text, tree))];
  const reader: Reader = {
    text,
    report: (problem) => problems.push(problem),
    typographicQuotes: options.typographicQuotes ?? 'reject',
  };
  const statements = childrenOf(tree.topNode).flatMap((node) => buildStatement(reader, node) ?? []);
  const repairing = problems.find(({ repairs }) => repairs);
  return { program: { from: 0, to: text.length, statements }, problems: repairing ? [repairing] : keepFirst(problems) };
};

/** The depth problem is reported by every branch that is too deep; one is enough. */
const keepFirst = (problems: readonly Problem[]): readonly Problem[] => {
  let deep = false;
  const kept = problems.filter((problem) => {
    if (problem.code !== 'FQL-TOO-DEEP') return true;
    const first = !deep;
    deep = true;
    return first;
  });
  return mostTelling(kept);
};
