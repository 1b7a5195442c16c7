export type { CheckOptions, ParseOptions } from './program/options.ts';
export type { CompiledRule, ExplainedValue, Explanation } from './runtime/compiled-rule.ts';
export type { RuleReferences } from './program/references.ts';
export { checkRule, type CheckResult } from './check/check-rule.ts';
export { AGGREGATE_NAMES, type AggregateName, type CheckedRule } from './check/checked.ts';
export { functionReads, type AnalysedFunction, type FunctionReads } from './check/functions/function-reads.ts';
export {
  type UncountableRead,
  EMPTY_SYMBOL_TABLE,
  type SymbolTable,
  type AttributeSymbol,
  type AssessmentSymbol,
  type CallSymbol,
  type FunctionSymbol,
  type ListSymbol,
  DEFAULT_RULE_LIMITS,
  type EnrichmentKind,
  NO_LIMITS,
  type RuleLimits,
  type AssessmentMethod,
  type FunctionScope,
} from './program/symbol-table.ts';
export { missingScores, type MissingScore } from './check/scores/missing-scores.ts';
export { compileRule, loadingProgram } from './compile/compile-rule.ts';
export { programOf, type RuleProgram } from './compile/rule-program.ts';
export { notCompilable, tryCompile } from './compile/try-compile.ts';
export { unknownScores } from './check/scores/scores.ts';
export { unconditionalDecisions, type StoppingDecision, type UnconditionalDecision } from './check/unconditional.ts';
export { compileWatched, explainRule, explainRuleAsync } from './compile/explain-rule.ts';
export { DIAGNOSTIC_CODES, DIAGNOSTICS, type DiagnosticCode, type Severity } from './diagnostics/codes.ts';
export type { Diagnostic, DiagnosticFix, FixLabel, TextEdit } from './diagnostics/diagnostic.ts';
export { hasError } from './diagnostics/problem.ts';
export type { FunctionForm, FunctionGroup, FunctionSpec, Parameter } from './functions/spec.ts';
export { FUNCTIONS } from './functions/table.ts';
export { knownLanguage, LANGUAGE_VERSION, type LanguageVersion } from './program/language.ts';
export { PARTS_OF, PROGRAM_KINDS, RULE_KINDS, type ProgramKind, type RuleKind } from './program/kinds.ts';
export {
  CONDITION_PART,
  type ClauseSource,
  type DeclaredType,
  type PartId,
  type RuleSource,
  type ScoreName,
  type ScoreStages,
} from './program/source.ts';
export { referencePlaces, replaceReference, type NamedReference } from './references/replace-reference.ts';
export {
  type CallSource,
  DEFAULT_SWITCHES,
  type EnrichmentSource,
  type GraphQuestion,
  type EvaluationContext,
  type FunctionRead,
  type FunctionSource,
  type FunctionValue,
  type GeoFacts,
  type LanguageSwitches,
  type ListSource,
  type SupportListSource,
  type SupportStatus,
  type VelocitySource,
} from './runtime/context.ts';
export type { CallAnswer, Caller, CallRecord, CallRequest } from './runtime/call-record.ts';
export { type FindFunction, functionSource, type FunctionUnit } from './runtime/functions.ts';
export { text as textOfValue } from './runtime/conversions.ts';
export { readAttribute } from './runtime/attributes.ts';
export type {
  Contribution,
  DecisionKind,
  EvaluationError,
  EvaluationErrorCode,
  LabelRecord,
  RuleDecision,
  RuleOutcome,
  RuleStep,
  StepOutcome,
  TraceRecord,
} from './runtime/outcome.ts';
export type * from './syntax/nodes.ts';
export { conditionText } from './syntax/condition-text.ts';
export { parse, type ParseResult } from './syntax/parse-text.ts';
export { velocityDefinitionOf, type VelocityDefinition } from './syntax/velocity-definition.ts';
export type { FqlType, JsonKind } from './types.ts';
export type { Completion, CompletionKind } from './editor/completion.ts';
export { completionsAt } from './editor/completions.ts';
export { hoverAt, type Hover } from './editor/hover.ts';
export { signatureAt, type SignatureHelp } from './editor/signature.ts';
export { definitionAt, type Definition, type ResourceKind } from './editor/definition.ts';
export {
  renameVariable,
  variableUsesAt,
  type RenameProblem,
  type RulePlace,
  type VariableUses,
} from './editor/variables.ts';
export { readVisual } from './visual/read-visual.ts';
export { writeVisual } from './visual/write-visual.ts';
export {
  VISUAL_AGES,
  VISUAL_COMPARISONS,
  VISUAL_TARGETS,
  VISUAL_TESTS,
  type VisualClause,
  type VisualDecision,
  type VisualFallback,
  type VisualObstacle,
  type VisualJoiner,
  type VisualLookup,
  type VisualOperator,
  type VisualPair,
  type VisualReading,
  type VisualReference,
  type VisualRow,
  type VisualSubject,
  type VisualValue,
  type VisualVelocity,
} from './visual/visual-clause.ts';
export { format } from './format/format.ts';
export { highlightedParser } from './grammar/highlighting.ts';
export {
  type GuideEntry,
  type GuideExample,
  type GuideSection,
  type GuideSectionId,
  guideTexts,
  languageGuide,
} from './guide/guide.ts';
export { EXAMPLE_EVENT } from './guide/example-world.ts';
export {
  GRAPH_KINDS,
  attributeGraphKind,
  isAttributeGraphKind,
  isStandardGraphKind,
  ownGraphKind,
  type GraphKind,
  type StandardGraphKind,
} from './functions/graph.ts';
