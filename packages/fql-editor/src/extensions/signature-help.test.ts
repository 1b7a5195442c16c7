// @vitest-environment jsdom
import { EditorState } from '@codemirror/state';
import { EditorView, showTooltip } from '@codemirror/view';
import { afterEach, describe, expect, test } from 'vitest';
import type { EditorOwner } from './editor-owner.ts';
import { signatureHelp } from './signature-help.ts';

const owner = {
  rule: () => ({ kind: 'velocity', condition: '', clauses: [{ id: 'a', name: 'n', code: '' }] }),
  symbols: () => ({
    attributes: [],
    lists: [],
    functions: [{ name: 'Group', parameters: [{ name: 'of', type: 'String' }], properties: [] }],
  }),
} as unknown as EditorOwner;

let view: EditorView | undefined;
afterEach(() => view?.destroy());

const opened = (doc: string): EditorView => {
  view = new EditorView({ state: EditorState.create({ doc, extensions: signatureHelp('a', owner) }) });
  return view;
};
const type = (editor: EditorView, text: string): void => {
  const at = editor.state.doc.length;
  editor.dispatch({
    changes: { from: at, insert: text },
    selection: { anchor: at + text.length },
    userEvent: 'input.type',
  });
};
const shown = (editor: EditorView): string | undefined =>
  editor.state
    .facet(showTooltip)
    .filter((each) => each !== null)
    .map((tooltip) => tooltip.create(editor).dom.textContent)[0];

describe('signature help', () => {
  test('is shown while arguments are typed in a velocity, and gone behind them', () => {
    const editor = opened('SELECT Count() AS n FROM Purchase GROUPBY ');
    type(editor, 'Functions.Group(');
    expect(shown(editor)).toBe('Functions.Group(of: String)');
    type(editor, '@"user.email"');
    expect(shown(editor)).toBe('Functions.Group(of: String)');
    type(editor, ')');
    expect(shown(editor)).toBeUndefined();
  });

  test('is not shown for texts from outside, and goes when the caret leaves', () => {
    const editor = opened('WHEN ');
    editor.dispatch({ changes: { from: 5, insert: 'Functions.Group(' }, selection: { anchor: 21 } });
    expect(shown(editor)).toBeUndefined();
    type(editor, '1');
    expect(shown(editor)).toBe('Functions.Group(of: String)');
    editor.dispatch({ selection: { anchor: 2 } });
    expect(shown(editor)).toBeUndefined();
  });
});
