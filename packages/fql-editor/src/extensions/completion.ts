import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  insertCompletionText,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { type SymbolTable, completionsAt, type Completion as Proposal, type PartId, unknownScores } from '@redoubt/fql';
import type { EditorOwner } from './editor-owner.ts';
import type { EditorWords } from './editor-words.ts';
import { helpElement } from './help.ts';
import { kindOfPart } from './part-kind.ts';
import { variablesBefore } from './variables.ts';

/** What a person has begun to type that is worth proposing for without being asked. */
const BEGUN = /(?:[@$"'\p{L}_][\p{L}\p{N}_.]*|(?<!\d)\.[\p{L}\p{N}_]*)$/u;
/** While what is typed goes on like it began, the same proposals are only filtered anew. */
const GOES_ON: readonly (readonly [began: RegExp, goesOn: RegExp])[] = [
  [/^@@?\s*["']/, /^@@?\s*["'][\p{L}\p{N}_.[\]]*$/u],
  [/^@/, /^@@?[\p{L}\p{N}_.]*$/u],
  [/^["']/, /^["'][^"']*$/],
  [/^/, /^\$?(?:[\p{L}_][\p{L}\p{N}_]*)?$/u],
];

/** Proposals in the order of their use: what belongs to the rule before what belongs to the language. */
const BOOSTS: Partial<Record<Proposal['kind'], number>> = { variable: 3, attribute: 2, list: 2, column: 2, value: 2 };

const detailOf = ({ kind, label, detail }: Proposal, symbols: SymbolTable, { text, guide }: EditorWords): string => {
  if (kind === 'attribute') {
    const known = symbols.attributes.find(({ path }) => path === label);
    if (!known) return detail;
    const type = known.type === 'enum' ? 'string' : known.type;
    const named = text(`sample.kind.${type}`);
    return known.example === undefined ? named : `${named}, ${text('code.example', { value: known.example })}`;
  }
  if (kind === 'column') return text('code.column', { list: detail });
  if (kind === 'list') return text('code.columns', { columns: detail });
  return kind === 'variable' && detail === '' ? text('code.variable') : guide(detail);
};

const isWritten = (kind: Proposal['kind']): boolean => ['list', 'column', 'value'].includes(kind);

/**
 * What is matched against the typed text: what would stand there, quotes and sign included, but of an attribute only as
 * much of them as was typed, or other paths would match better.
 */
const matched = ({ kind, label, insert }: Proposal, typed: string): string => {
  if (kind === 'attribute') return `${/^@@?\s*["']?/.exec(typed)?.[0] ?? ''}${label}`;
  return isWritten(kind) ? insert : label;
};

const asOption = (proposal: Proposal, typed: string, symbols: SymbolTable, words: EditorWords): Completion => {
  const { kind, label, insert, to, cursor, detail, documentation, edge } = proposal;
  const help = documentation !== '' && {
    signature: kind === 'attribute' ? label : detail,
    text: words.guide(documentation),
    example: words.guide(edge),
  };
  return {
    label: matched(proposal, typed),
    displayLabel: label,
    detail: detailOf(proposal, symbols, words),
    type: kind,
    boost: BOOSTS[kind] ?? (kind === 'keyword' ? 1 : 0),
    ...(help ? { info: () => helpElement(help) } : {}),
    apply: (view: EditorView, _completion: Completion, from: number, typedTo: number) => {
      const end = Math.max(typedTo, to);
      view.dispatch({
        ...insertCompletionText(view.state, insert, from, Math.min(end, view.state.doc.length)),
        selection: { anchor: from + cursor },
      });
    },
  };
};

/** Proposes what can stand at the cursor, with the language's own knowledge of the place. */
export const completionSource =
  (part: PartId, owner: EditorOwner): CompletionSource =>
  (context: CompletionContext): CompletionResult | null => {
    if (!context.explicit && context.matchBefore(BEGUN) === null) return null;
    // Asked a moment after the last key, when the user may be in another part: a list would lie over that one.
    if (context.view?.hasFocus === false) return null;
    const rule = owner.rule();
    const symbols = owner.symbols();
    const found = completionsAt(
      kindOfPart(rule, part),
      context.state.doc.toString(),
      context.pos,
      symbols,
      [],
      unknownScores(rule, part),
    );
    const [first] = found;
    if (!first) return null;
    const { from, to } = first;
    const typed = context.state.sliceDoc(from, context.pos);
    const wantsValue = found.some(({ kind }) => kind === 'root');
    const inherited = wantsValue ? variablesBefore(rule, part) : [];
    const proposals: readonly Proposal[] = [
      ...inherited.map(({ name, value }) => ({
        kind: 'variable' as const,
        label: name,
        insert: name,
        from,
        to,
        cursor: name.length,
        detail: `= ${value}`,
        documentation: '',
        edge: '',
      })),
      ...found,
    ];
    return {
      from,
      options: proposals.map((proposal) => asOption(proposal, typed, symbols, owner.words())),
      validFor: GOES_ON.find(([began]) => began.test(typed))?.[1] ?? /^$/,
    };
  };
