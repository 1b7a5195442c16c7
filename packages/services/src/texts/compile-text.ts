import type { Diagnostic, RuleSource, SymbolTable } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { Problem } from '../problems.ts';
import type { TextCheck, TextInspection } from './inspect-text.ts';
import { compileOnThisThread, type TextCompiler } from './text-compiler.ts';

/** What says where texts are checked, and whose turn it is. */
export type TextAsker = { readonly texts?: TextCompiler | undefined; readonly tenantId: Id };

/** Checks a text where the context says, so that nothing waits for it here. */
export const checkApart = (
  { texts = compileOnThisThread, tenantId }: TextAsker,
  source: RuleSource,
  symbols: SymbolTable,
): Promise<TextCheck> => texts.check({ source, symbols }, tenantId);

/** The verdict on a text that is to be published. */
export type CompiledText = Pick<TextInspection, 'references' | 'isAsync' | 'unconditional'> & {
  /** Every error, by its place; none: it can be compiled. */
  readonly problems: readonly Problem[];
};

const problemOf = ({ part, line, column, code, message }: Diagnostic): Problem => ({
  path: `${part}:${line}:${column}`,
  message: `${code} ${message}`,
});

/** Checks a text and compiles it as plans do, where the context says: what is accepted here decides. */
export const compileText = async (
  { texts = compileOnThisThread, tenantId }: TextAsker,
  source: RuleSource,
  symbols: SymbolTable,
): Promise<CompiledText> => {
  const { diagnostics, references, isAsync, unconditional } = await texts.inspect({ source, symbols }, tenantId);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { problems: errors.map(problemOf), references, isAsync, unconditional };
};
