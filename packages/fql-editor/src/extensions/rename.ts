import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type Command, type EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import {
  type PartId,
  type RenameProblem,
  renameVariable,
  type RuleSource,
  type TextEdit,
  type VariableUses,
  variableUsesAt,
} from '@redoubt/fql';
import type { EditorWords } from './editor-words.ts';

/** A variable got another name: the edits of each part of the rule. */
export type Renaming = {
  /** Both with their sign. */
  readonly from: string;
  readonly to: string;
  readonly places: number;
  readonly edits: ReadonlyMap<PartId, readonly TextEdit[]>;
};

/** What renaming needs of the editor's owner. */
export type RenameOwner = {
  readonly rule: () => RuleSource;
  readonly words: () => EditorWords;
  /** Makes the edits, which may be in other parts too; null where nothing may be changed. */
  readonly renamed: () => ((renaming: Renaming) => void) | null;
};

const setTarget = StateEffect.define<VariableUses | null>();

const close = (view: EditorView): void => {
  view.dispatch({ effects: setTarget.of(null) });
  view.focus();
};

/** The field that asks for the new name, right at the variable. */
const renameBox = (view: EditorView, part: PartId, target: VariableUses, owner: RenameOwner): HTMLElement => {
  const { text } = owner.words();
  const form = document.createElement('form');
  form.className = 'fql-rename';
  const input = document.createElement('input');
  const problem = document.createElement('span');
  const places = document.createElement('span');
  const before = `$${target.name}`;
  input.value = before;
  input.spellcheck = false;
  input.setAttribute('aria-label', text('code.rename.label', { name: before }));
  places.className = 'fql-rename-places';
  places.textContent = text('code.rename.places', { count: target.places.length });
  problem.className = 'fql-rename-problem';
  problem.setAttribute('role', 'alert');
  const say = (found: RenameProblem | null): void => {
    input.setAttribute('aria-invalid', String(found !== null));
    problem.textContent = found === null ? '' : text(`code.rename.${found}`);
  };
  input.addEventListener('input', () => say(null));
  form.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close(view);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const answer = renameVariable(owner.rule(), part, target.at.from, input.value);
    if ('problem' in answer) {
      say(answer.problem);
      return;
    }
    close(view);
    const to = `$${input.value.trim().replace(/^\$/, '')}`;
    if (answer.edits.size > 0)
      owner.renamed()?.({ from: before, to, places: target.places.length, edits: answer.edits });
  });
  form.append(input, places, problem);
  return form;
};

const tooltipOf = (part: PartId, target: VariableUses | null, owner: RenameOwner): Tooltip | null =>
  target && {
    pos: target.at.from,
    above: true,
    create: (view) => {
      const dom = renameBox(view, part, target, owner);
      const input = dom.querySelector('input');
      return {
        dom,
        mount: () => {
          input?.focus();
          input?.setSelectionRange(1, input.value.length);
        },
      };
    },
  };

type Asked = { readonly target: VariableUses | null; readonly tooltip: Tooltip | null };

/** Asks for the new name of a variable of one part, and closes when the text changes meanwhile. */
export const renaming = (part: PartId, owner: RenameOwner): Extension =>
  StateField.define<Asked>({
    create: () => ({ target: null, tooltip: null }),
    update: (asked, transaction) => {
      const effect = transaction.effects.find((each) => each.is(setTarget));
      if (effect) return { target: effect.value, tooltip: tooltipOf(part, effect.value, owner) };
      return transaction.docChanged && asked.target ? { target: null, tooltip: null } : asked;
    },
    provide: (field) => showTooltip.from(field, ({ tooltip }) => tooltip),
  });

/** Begins to rename the variable at the cursor; does nothing where there is none. */
export const renameAtCursor =
  (part: PartId, owner: RenameOwner): Command =>
  (view) => {
    if (owner.renamed() === null) return false;
    const target = variableUsesAt(owner.rule(), part, view.state.selection.main.head);
    if (!target) return false;
    view.dispatch({ effects: setTarget.of(target) });
    return true;
  };
