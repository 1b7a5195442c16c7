import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { history } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  placeholder as placeholderText,
  tooltips,
} from '@codemirror/view';
import type { PartId } from '@redoubt/fql';
import { changeMarks } from '../extensions/change-marks.ts';
import { completionSource } from '../extensions/completion.ts';
import { definitionAtCursor, definitionOnClick } from '../extensions/definition.ts';
import { diagnosticMarks, fixAtCursor } from '../extensions/diagnostics.ts';
import { fqlHighlighting } from '../extensions/highlight.ts';
import { hoverHelp } from '../extensions/hover.ts';
import { editorKeys } from '../extensions/keys.ts';
import { continuousLineNumbers } from '../extensions/line-numbers.ts';
import { lineValues } from '../extensions/line-values.ts';
import { renameAtCursor, renaming } from '../extensions/rename.ts';
import { signatureHelp } from '../extensions/signature-help.ts';
import { editorTheme } from '../extensions/theme.ts';
import type { EditorOwner } from '../extensions/editor-owner.ts';

/** Settings that change while the editor lives. */
export type EditorSettings = {
  readonly label: string;
  readonly firstLine: number;
  readonly readOnly: boolean;
  readonly placeholder: string;
  readonly phrases: Readonly<Record<string, string>>;
};

const settingsSlot = new Compartment();

const settingsExtension = (settings: EditorSettings): Extension => [
  continuousLineNumbers(settings.firstLine),
  EditorState.readOnly.of(settings.readOnly),
  EditorState.phrases.of({ ...settings.phrases }),
  EditorView.contentAttributes.of({
    'aria-label': settings.label,
    'aria-multiline': 'true',
    ...(settings.readOnly ? { 'aria-readonly': 'true' } : {}),
  }),
  settings.placeholder === '' ? [] : placeholderText(settings.placeholder),
];

/** Makes the editor of one part of a rule. */
export const createEditorView = (
  parent: HTMLElement,
  code: string,
  part: PartId,
  owner: EditorOwner,
  settings: EditorSettings,
): EditorView =>
  new EditorView({
    parent,
    state: EditorState.create({
      doc: code,
      extensions: [
        settingsSlot.of(settingsExtension(settings)),
        changeMarks(),
        diagnosticMarks(),
        lineValues(),
        fqlHighlighting(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        bracketMatching(),
        closeBrackets(),
        search({ top: true }),
        highlightSelectionMatches(),
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        autocompletion({
          override: [completionSource(part, owner)],
          icons: false,
          maxRenderedOptions: 60,
        }),
        hoverHelp(part, owner),
        signatureHelp(part, owner),
        renaming(part, owner),
        definitionOnClick(part, owner),
        editorKeys({
          format: owner.format,
          fix: fixAtCursor,
          rename: renameAtCursor(part, owner),
          definition: definitionAtCursor(part, owner),
          submit: owner.submit,
          leaveUp: () => owner.leave('up'),
          leaveDown: () => owner.leave('down'),
        }),
        tooltips({ parent: parent.closest('main') ?? document.body }),
        editorTheme(),
        EditorView.updateListener.of((update) => {
          const own = update.transactions.every((transaction) => transaction.annotation(Transaction.remote) !== true);
          if (update.docChanged && own) owner.changed(update.state.doc.toString());
        }),
      ],
    }),
  });

/** Applies changed settings. */
export const applySettings = (view: EditorView, settings: EditorSettings): void =>
  view.dispatch({ effects: settingsSlot.reconfigure(settingsExtension(settings)) });

/**
 * Brings text from outside in (another version, a discarded draft) with the smallest change, so that cursor and scroll
 * position stay where they can. Does nothing when the editor already says it.
 */
export const replaceText = (view: EditorView, code: string): void => {
  const before = view.state.doc.toString();
  if (before === code) return;
  let from = 0;
  const shorter = Math.min(before.length, code.length);
  while (from < shorter && before[from] === code[from]) from += 1;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === code[code.length - 1 - end]) end += 1;
  view.dispatch({
    changes: { from, to: before.length - end, insert: code.slice(from, code.length - end) },
    annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
  });
};
