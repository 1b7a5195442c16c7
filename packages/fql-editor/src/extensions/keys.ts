import { closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands';
import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { closeSearchPanel, findNext, findPrevious, openSearchPanel } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type Command, type EditorView, keymap } from '@codemirror/view';

/** What keys of the code do beyond editing; each answers whether it did something. */
export type EditorCommands = {
  readonly format: Command;
  readonly fix: Command;
  readonly rename: Command;
  readonly definition: Command;
  /** Ctrl+Enter: hands the text on (publish). */
  readonly submit: Command;
  /** Arrow up in the first line, arrow down in the last: go on in the neighbouring editor. */
  readonly leaveUp: Command;
  readonly leaveDown: Command;
};

const onEdgeLine = (edge: 'first' | 'last', command: Command): Command => {
  return (view: EditorView) => {
    const { main } = view.state.selection;
    if (!main.empty) return false;
    const line = view.state.doc.lineAt(main.head).number;
    return line === (edge === 'first' ? 1 : view.state.doc.lines) ? command(view) : false;
  };
};

/**
 * Keys of the code. Tab indents; Escape and then Tab leaves the code (WCAG 2.1.2), which CodeMirror itself provides:
 * after Escape it lets Tab through for two seconds.
 */
export const editorKeys = (commands: EditorCommands): Extension =>
  keymap.of([
    { key: 'Mod-Enter', run: commands.submit },
    { key: 'Shift-Alt-f', run: commands.format, preventDefault: true },
    { key: 'Mod-.', run: commands.fix },
    { key: 'F2', run: commands.rename, stopPropagation: true },
    { key: 'F12', run: commands.definition, preventDefault: true },
    { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
    { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
    { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel', preventDefault: true },
    { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
    { key: 'ArrowUp', run: onEdgeLine('first', commands.leaveUp) },
    { key: 'ArrowDown', run: onEdgeLine('last', commands.leaveDown) },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...historyKeymap,
    indentWithTab,
    ...defaultKeymap,
  ]);
