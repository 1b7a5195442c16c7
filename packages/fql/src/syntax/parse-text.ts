import type { ParseOptions } from '../program/options.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { locate } from '../diagnostics/problem.ts';
import type { ProgramKind } from '../program/kinds.ts';
import type { PartId } from '../program/source.ts';
import type { ProgramNode } from './nodes.ts';
import { parseProgram } from './parse.ts';

export type ParseResult = { readonly program: ProgramNode; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads one text. Every kind has the same grammar, so this finds errors of syntax only; which statements a kind may
 * hold is found by `checkRule`. The kind names the part in the diagnostics. Never throws.
 */
export const parse = (kind: ProgramKind, text: string, options: ParseOptions = {}): ParseResult => {
  const { program, problems } = parseProgram(text, options);
  const part: PartId = kind.endsWith('Condition') ? 'condition' : kind;
  return { program, diagnostics: locate(part, text, problems) };
};
