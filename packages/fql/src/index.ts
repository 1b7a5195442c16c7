export type { CompiledRule, ExplainedValue, Explanation, ParseOptions, RuleReferences } from './api.ts';
export { DIAGNOSTIC_CODES, DIAGNOSTICS, type DiagnosticCode } from './diagnostics/codes.ts';
export type { Diagnostic, DiagnosticFix, FixLabel, Severity, TextEdit } from './diagnostics/diagnostic.ts';
export { EMPTY_CATALOGUE, type Catalogue, type CatalogueAttribute, type CatalogueList } from './program/catalogue.ts';
export { PARTS_OF, PROGRAM_KINDS, RULE_KINDS, type ProgramKind, type RuleKind } from './program/kinds.ts';
export { CONDITION_PART, type ClauseSource, type PartId, type RuleSource } from './program/source.ts';
export { DEFAULT_SWITCHES, type EvaluationContext, type LanguageSwitches, type ListSource } from './runtime/context.ts';
export {
  DECISION_KINDS,
  type DecisionKind,
  type EvaluationError,
  type EvaluationErrorCode,
  type RuleDecision,
  type RuleOutcome,
  type RuleStep,
  type StepOutcome,
  type TraceRecord,
} from './runtime/outcome.ts';
export type { FqlType, JsonKind } from './types.ts';
