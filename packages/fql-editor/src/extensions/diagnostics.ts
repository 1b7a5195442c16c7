import { type Diagnostic as Squiggle, forEachDiagnostic, lintGutter, linter, setDiagnostics } from '@codemirror/lint';
import type { EditorState, Extension, TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import type { Diagnostic, DiagnosticFix } from '@redoubt/fql';

/** How problems are said: message, severity and the names of fixes, in the reader's language. */
export type DiagnosticWords = {
  readonly message: (diagnostic: Diagnostic) => string;
  readonly severity: (severity: Diagnostic['severity']) => string;
  readonly fix: (fix: DiagnosticFix) => string;
};

/** Makes the edits of a quick fix as one step that can be undone. */
const applyFix = (view: EditorView, fix: DiagnosticFix): void => {
  const { length } = view.state.doc;
  if (fix.edits.some(({ to }) => to > length)) return;
  view.dispatch({ changes: [...fix.edits], userEvent: 'input.fix', scrollIntoView: true });
  view.focus();
};

const squiggle = (diagnostic: Diagnostic, length: number, words: DiagnosticWords): Squiggle => {
  const from = Math.min(diagnostic.from, length);
  const { fix } = diagnostic;
  return {
    from,
    to: Math.max(from, Math.min(diagnostic.to, length)),
    severity: diagnostic.severity,
    source: `${words.severity(diagnostic.severity)} ${diagnostic.code}`,
    message: words.message(diagnostic),
    ...(fix ? { actions: [{ name: words.fix(fix), apply: (view: EditorView) => applyFix(view, fix) }] } : {}),
  };
};

/** A transaction that shows these problems of the text and no others. */
export const showDiagnostics = (
  state: EditorState,
  diagnostics: readonly Diagnostic[],
  words: DiagnosticWords,
): TransactionSpec =>
  setDiagnostics(
    state,
    diagnostics.map((diagnostic) => squiggle(diagnostic, state.doc.length, words)),
  );

/** Runs the first quick fix of a problem on the line of the cursor. */
export const fixAtCursor: Command = (view) => {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const found: { readonly squiggle: Squiggle; readonly from: number; readonly to: number }[] = [];
  forEachDiagnostic(view.state, (candidate, from, to) => {
    if (candidate.actions?.length && from <= line.to && to >= line.from) found.push({ squiggle: candidate, from, to });
  });
  const nearest = found.toSorted((a, b) => Math.abs(a.from - head) - Math.abs(b.from - head))[0];
  if (!nearest) return false;
  nearest.squiggle.actions?.[0]?.apply(view, nearest.from, nearest.to);
  return true;
};

/** Squiggles with their messages and fixes, and markers beside the lines. The checking itself happens outside. */
export const diagnosticMarks = (): Extension => [linter(null), lintGutter()];
