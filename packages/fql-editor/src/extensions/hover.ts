import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { type Hover, hoverAt, type PartId, type RuleSource } from '@redoubt/fql';
import type { EditorOwner } from './editor-owner.ts';
import type { EditorWords } from './editor-words.ts';
import { helpElement } from './help.ts';
import { kindOfPart } from './part-kind.ts';
import { variablesBefore } from './variables.ts';

const VARIABLE = /\$[\p{L}\p{N}_]+/gu;

/** Help for a variable that a text before this one defines. */
const variableHelp = (rule: RuleSource, part: PartId, code: string, offset: number): Hover | null => {
  const match = [...code.matchAll(VARIABLE)].find(
    ({ index, 0: name }) => index <= offset && offset <= index + name.length,
  );
  const variable = match && variablesBefore(rule, part).find(({ name }) => name === match[0]);
  if (!match || !variable) return null;
  const { name, value } = variable;
  return { from: match.index, to: match.index + name.length, title: `${name} = ${value}`, text: '', edge: '' };
};

const edgeOf = ({ edge, values, example }: Hover, { guide, text }: EditorWords): string =>
  [
    edge === '' ? '' : guide(edge),
    values ? text('code.oneOf', { values: values.join(', ') }) : '',
    example === undefined ? '' : text('code.example', { value: example }),
  ]
    .filter((line) => line !== '')
    .join('\n');

/** Help for what is pointed at, from the same tables the checker uses. */
export const hoverHelp = (part: PartId, owner: EditorOwner): Extension =>
  hoverTooltip((view, offset) => {
    const rule = owner.rule();
    const code = view.state.doc.toString();
    const hover =
      hoverAt(kindOfPart(rule, part), code, offset, owner.symbols()) ?? variableHelp(rule, part, code, offset);
    if (!hover) return null;
    const { from, to, title } = hover;
    const words = owner.words();
    return {
      pos: from,
      end: to,
      above: true,
      create: () => ({
        dom: helpElement({ signature: title, text: words.guide(hover.text), example: edgeOf(hover, words) }),
      }),
    };
  });
