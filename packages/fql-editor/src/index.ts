export {
  readVisual,
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
  writeVisual,
} from '@redoubt/fql';
export type { StoppingDecision, UnconditionalDecision } from '@redoubt/fql';
export { conditionText, velocityDefinitionOf } from '@redoubt/fql';
export {
  DIAGNOSTICS,
  type DiagnosticCode,
  EXAMPLE_EVENT,
  type GuideEntry,
  type GuideExample,
  type GuideSection,
  languageGuide,
} from '@redoubt/fql';
export type { SymbolTable, AttributeSymbol, Definition, Diagnostic, PartId, RuleSource, TextEdit } from '@redoubt/fql';
export { type LineChanges } from './extensions/change-marks.ts';
export { type Renaming } from './extensions/rename.ts';
export { type VisibleVariable, variablesBefore } from './extensions/variables.ts';
export { kindOfPart } from './extensions/part-kind.ts';
export { type LineValue } from './extensions/line-values.ts';
export { cursorOfEditor, typeIntoEditor } from './react/drive-editor.ts';
export { FqlEditor, type FqlEditorHandle, type FqlEditorProps } from './react/FqlEditor.tsx';
export { useDiagnosticText } from './react/use-editor-words.ts';
export { type RuleCheck, useRuleCheck } from './react/use-rule-check.ts';
