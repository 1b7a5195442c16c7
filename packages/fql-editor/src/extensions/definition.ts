import type { Extension } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { type Definition, definitionAt, type PartId, type RuleSource } from '@redoubt/fql';

/** What going to a definition needs of the editor's owner. */
export type DefinitionOwner = {
  readonly rule: () => RuleSource;
  /** Goes there; false where that is not possible. */
  readonly goTo: (definition: Definition) => boolean;
};

const goTo = (part: PartId, owner: DefinitionOwner, offset: number): boolean => {
  const definition = definitionAt(owner.rule(), part, offset);
  return definition !== null && owner.goTo(definition);
};

/** Goes to where the word at the cursor is defined. */
export const definitionAtCursor =
  (part: PartId, owner: DefinitionOwner): Command =>
  (view) =>
    goTo(part, owner, view.state.selection.main.head);

/** Control and click go to where the word under the pointer is defined. */
export const definitionOnClick = (part: PartId, owner: DefinitionOwner): Extension =>
  EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (offset === null || !goTo(part, owner, offset)) return false;
      event.preventDefault();
      return true;
    },
  });
