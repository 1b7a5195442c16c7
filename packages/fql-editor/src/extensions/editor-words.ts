import type { GuideText, Text } from '@redoubt/i18n';
import type { DiagnosticWords } from './diagnostics.ts';

/** Everything the editor says, in the reader's language. */
export type EditorWords = DiagnosticWords & {
  readonly text: Text<'rules'>;
  /** Says what the language's own tables explain. */
  readonly guide: GuideText;
  /** Words of CodeMirror itself, by their English originals. */
  readonly phrases: Readonly<Record<string, string>>;
};
