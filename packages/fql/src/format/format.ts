import { parser } from '../grammar/parser.js';
import type { ProgramKind } from '../program/kinds.ts';
import { parseProgram } from '../syntax/parse.ts';
import { attachComments } from './comments.ts';
import { print } from './doc.ts';
import { layoutProgram } from './layout.ts';

/** Columns a line may take before it is broken. */
export const FORMAT_WIDTH = 100;

/**
 * The text in the house layout: one statement a line, WHEN below its statement, long conditions one operand a line,
 * keywords in upper case. Comments stay, meaning stays, and formatting twice changes nothing. A text with a syntax
 * error comes back as it is. `kind` is part of the signature because layouts may come to differ; today they do not.
 */
export const format = (_kind: ProgramKind, text: string): string => {
  const { problems } = parseProgram(text, { typographicQuotes: 'accept' });
  if (problems.some((problem) => problem.severity !== 'warning')) return text;
  const tree = parser.parse(text);
  return print(layoutProgram({ text, comments: attachComments(text, tree) }, tree.topNode), FORMAT_WIDTH);
};
