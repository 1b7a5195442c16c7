export type { Catalogue, Diagnostic, PartId, RuleSource } from '@redoubt/fql';
export { type LineChanges } from './extensions/change-marks.ts';
export { type LineValue } from './extensions/line-values.ts';
export { cursorOfEditor, typeIntoEditor } from './react/drive-editor.ts';
export { FqlEditor, type FqlEditorHandle, type FqlEditorProps } from './react/FqlEditor.tsx';
export { useDiagnosticText } from './react/use-editor-words.ts';
export { type RuleCheck, useRuleCheck } from './react/use-rule-check.ts';
