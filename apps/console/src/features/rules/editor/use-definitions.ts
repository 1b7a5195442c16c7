import type { SymbolTable as WireSymbolTable } from '@redoubt/contracts';
import type { Definition, Renaming } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { hrefOf, useGo } from '../../../routes/address.ts';
import { withEdits } from '../../../shared/authoring/text/rule-text.ts';
import type { DraftStore } from './rule-kind.ts';
import type { EditorFocus } from '../../../shared/authoring/editor/use-editor-focus.ts';

export type Definitions = {
  /** Goes to where something is defined; what is outside the rule only after the draft is saved. */
  readonly goTo: (definition: Definition) => boolean;
  /** Gives a variable another name in every text, which can be undone for a while. */
  readonly rename: (renaming: Renaming) => void;
};

/** Variables, lists and whatever else the texts of a rule name: where they are defined, and other names for them. */
export const useDefinitions = (store: DraftStore, focus: EditorFocus, symbols: WireSymbolTable): Definitions => {
  const text = useText('rules');
  const notify = useNotify();
  const go = useGo();
  const leave = (href: string): boolean => {
    void store.flush().then((saved) => {
      if (saved) go(href);
    });
    return true;
  };
  return {
    goTo: (definition) => {
      if (definition.kind === 'variable') return focus.at(definition.place.part, definition.place.from);
      const wanted = definition.name.toLowerCase();
      if (definition.kind === 'list') {
        const list = symbols.lists.find(({ name }) => name.toLowerCase() === wanted);
        return leave(hrefOf('/data/lists/custom', undefined, { find: list?.name ?? definition.name }));
      }
      if (definition.kind === 'velocity') {
        const velocity = symbols.velocities.find(({ name }) => name.toLowerCase() === wanted);
        return leave(hrefOf('/data/velocities', undefined, { set: velocity?.setId }));
      }
      const find = { find: definition.name };
      if (definition.kind === 'function') return leave(hrefOf('/data/functions', undefined, find));
      if (definition.kind === 'externalCall') return leave(hrefOf('/data/externalcalls', undefined, find));
      return leave(hrefOf('/data/externalassessments', undefined, find));
    },
    rename: ({ from, to, places, edits }) => {
      const before = store.get().text;
      store.edit(withEdits(before, edits));
      notify({
        severity: 'Information',
        title: text('editor.renamed', { from, to, count: places }),
        action: { text: text('editor.undo'), onSelect: () => store.edit(before) },
      });
    },
  };
};
