import { type EditorState, Prec, StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { signatureAt, type PartId, type SignatureHelp } from '@redoubt/fql';
import type { EditorOwner } from './editor-owner.ts';
import { kindOfPart } from './part-kind.ts';

const closed = StateEffect.define();

const elementOf = ({ title, argument }: SignatureHelp): HTMLElement => {
  const box = document.createElement('div');
  box.className = 'fql-help fql-help-signature';
  const current = document.createElement('span');
  current.className = 'fql-help-argument';
  const { from, to } = argument ?? { from: 0, to: 0 };
  current.textContent = title.slice(from, to);
  box.append(title.slice(0, from), current, title.slice(to));
  return box;
};

const tooltipIn = (state: EditorState, part: PartId, owner: EditorOwner): Tooltip | null => {
  const { empty, head } = state.selection.main;
  if (!empty || state.readOnly) return null;
  const found = signatureAt(kindOfPart(owner.rule(), part), state.doc.toString(), head, owner.symbols());
  return found && { pos: found.from, above: true, create: () => ({ dom: elementOf(found) }) };
};

/** Shows how what is called is written while a person types its arguments; Escape puts it away. */
export const signatureHelp = (part: PartId, owner: EditorOwner): Extension => {
  const shown = StateField.define<Tooltip | null>({
    create: () => null,
    update: (before, transaction) => {
      if (transaction.effects.some((effect) => effect.is(closed))) return null;
      if (transaction.docChanged && transaction.isUserEvent('input')) return tooltipIn(transaction.state, part, owner);
      const moved = transaction.docChanged || transaction.selection !== undefined;
      return before !== null && moved ? tooltipIn(transaction.state, part, owner) : before;
    },
    provide: (field) => showTooltip.from(field),
  });
  const close = (view: EditorView): boolean => {
    if (view.state.field(shown) === null) return false;
    view.dispatch({ effects: closed.of(null) });
    return true;
  };
  return [
    shown,
    EditorView.focusChangeEffect.of((_state, focusing) => (focusing ? null : closed.of(null))),
    Prec.high(keymap.of([{ key: 'Escape', run: close }])),
  ];
};
