import { EditorView } from '@codemirror/view';

const viewOf = (box: HTMLElement): EditorView => {
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error('The element is no code editor');
  return view;
};

/** Replaces the text of the editor behind a text box, as typing does. For tests, which have no layout to type into. */
export const typeIntoEditor = (box: HTMLElement, code: string): void => {
  const view = viewOf(box);
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } });
};

/** Where the cursor of the editor behind a text box stands, as an offset from 0. For tests. */
export const cursorOfEditor = (box: HTMLElement): number => viewOf(box).state.selection.main.head;
