import type { CompileRequest } from '@redoubt/engine';
import {
  checkRule,
  notCompilable,
  tryCompile,
  unconditionalDecisions,
  type Diagnostic,
  type RuleReferences,
  type UnconditionalDecision,
} from '@redoubt/fql';

/** What the checker says about a text, and whether code can be made of it. */
export type TextInspection = {
  readonly diagnostics: readonly Diagnostic[];
  readonly references: RuleReferences;
  /** Whether it calls out. */
  readonly isAsync: boolean;
  /** Clauses that reject or challenge every event. */
  readonly unconditional: readonly UnconditionalDecision[];
};

/** What the checker says about a text. */
export type TextCheck = Pick<TextInspection, 'diagnostics' | 'references'>;

/** Checks a text and no more. */
export const checkText = ({ source, symbols }: CompileRequest): TextCheck => {
  const { checked, diagnostics } = checkRule(source, symbols);
  return { diagnostics, references: checked.references };
};

/**
 * Checks a text and, where it has no error, compiles it as plans do: what is found well here decides. Never throws for
 * what stands in the text.
 */
export const inspectText = ({ source, symbols }: CompileRequest): TextInspection => {
  const { checked, diagnostics } = checkRule(source, symbols);
  const { references } = checked;
  const refused = { diagnostics, references, isAsync: false, unconditional: [] };
  if (!checked.valid) return refused;
  const made = tryCompile(checked);
  return typeof made === 'string'
    ? { ...refused, diagnostics: [...diagnostics, ...notCompilable(source, made)] }
    : { diagnostics, references, isAsync: made.isAsync, unconditional: unconditionalDecisions(checked) };
};
