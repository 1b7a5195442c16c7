import type { SymbolTable, Diagnostic, RuleSource } from '@redoubt/fql';
import type { ServiceContext } from '../context.ts';
import type { Problem } from '../problems.ts';
import type { TextVerdict } from './judge-text.ts';
import { compileOnThisThread } from './text-compiler.ts';

/** What a text is worth that somebody wants to publish. */
export type CompiledText = Pick<TextVerdict, 'references' | 'isAsync'> & {
  /** Every error, by its place; none: it can be compiled. */
  readonly problems: readonly Problem[];
};

const problemOf = ({ part, line, column, code, message }: Diagnostic): Problem => ({
  path: `${part}:${line}:${column}`,
  message: `${code} ${message}`,
});

/** Checks a text and compiles it as plans do, where the context says: what is accepted here decides. */
export const compileText = async (
  { texts = compileOnThisThread, tenantId }: Pick<ServiceContext, 'texts' | 'tenantId'>,
  source: RuleSource,
  symbols: SymbolTable,
): Promise<CompiledText> => {
  const { diagnostics, references, isAsync } = await texts.judge({ source, symbols }, tenantId);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { problems: errors.map(problemOf), references, isAsync };
};
