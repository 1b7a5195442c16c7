import type { SyntaxNode } from '@lezer/common';
import { parser } from '../grammar/parser.js';
import type { TextEdit } from '../diagnostics/diagnostic.ts';
import { CONDITION_PART, type PartId, type RuleSource } from '../program/source.ts';
import { MAX_TEXT_LENGTH } from '../syntax/limits.ts';
import type { Span } from '../program/span.ts';

/** A place in a rule: a part, and offsets within its text. */
export type RulePlace = Span & { readonly part: PartId };

type Use = RulePlace & {
  readonly name: string;
  /** Which LET the use means, counted over the rule; null where there is none before it. */
  readonly binding: number | null;
  readonly defines: boolean;
};

const textsOf = (source: RuleSource): readonly { readonly part: PartId; readonly text: string }[] => [
  { part: CONDITION_PART, text: source.condition },
  ...source.clauses.map(({ id, code }) => ({ part: id, text: code })),
];

/** `$name = value` in an argument list names an argument, not a variable. */
const isArgumentName = (node: SyntaxNode): boolean =>
  node.parent?.name === 'NamedArgument' && node.prevSibling === null;

/** Every `$name` of a rule in reading order, each with the LET it means: the newest one that ends before it. */
const usesIn = (source: RuleSource): readonly Use[] => {
  const uses: Use[] = [];
  const newest = new Map<string, number>();
  let bindings = 0;
  for (const { part, text } of textsOf(source)) {
    if (text.length > MAX_TEXT_LENGTH) continue;
    const open: { readonly at: number; readonly name: string }[] = [];
    parser.parse(text).iterate({
      enter: ({ node, name: kind, from, to }) => {
        if (kind !== 'Variable' || isArgumentName(node)) return;
        const name = text.slice(from + 1, to);
        const defines = node.parent?.name === 'Let' && node.nextSibling?.name === '=';
        if (defines) open.push({ at: bindings, name });
        uses.push({ part, from, to, name, defines, binding: defines ? bindings : (newest.get(name) ?? null) });
        if (defines) bindings += 1;
      },
      leave: ({ name: kind }) => {
        if (kind !== 'Let') return;
        const definition = open.pop();
        if (definition) newest.set(definition.name, definition.at);
      },
    });
  }
  return uses;
};

const useAt = (uses: readonly Use[], part: PartId, offset: number): Use | undefined =>
  uses.find((use) => use.part === part && use.from <= offset && offset <= use.to);

/** A variable at a place, and everywhere it is written in the rule. */
export type VariableUses = {
  /** Without its sign. */
  readonly name: string;
  /** The word at the place asked for, sign included. */
  readonly at: RulePlace;
  /** Its name in the LET that defines it; null where nothing does. */
  readonly definition: RulePlace | null;
  /** All places, definition included, in reading order. */
  readonly places: readonly RulePlace[];
};

const placeOf = ({ part, from, to }: RulePlace): RulePlace => ({ part, from, to });

/** The variable at an offset of a part with every place that means the same LET; null where there is none. */
export const variableUsesAt = (source: RuleSource, part: PartId, offset: number): VariableUses | null => {
  const uses = usesIn(source);
  const use = useAt(uses, part, offset);
  if (!use) return null;
  const same = uses.filter(({ name, binding }) => name === use.name && binding === use.binding);
  const definition = same.find(({ defines }) => defines);
  return {
    name: use.name,
    at: placeOf(use),
    definition: definition ? placeOf(definition) : null,
    places: same.map(placeOf),
  };
};

/** Why a variable cannot bear a name: it is no name, or the rule uses that name for something else. */
export type RenameProblem = 'invalid' | 'taken';

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * The edits, by part, that give the variable at a place another name (with or without its sign). A name that any other
 * variable of the rule has is refused, whether it is defined or not: it would change what is meant.
 */
export const renameVariable = (
  source: RuleSource,
  part: PartId,
  offset: number,
  newName: string,
): { readonly edits: ReadonlyMap<PartId, readonly TextEdit[]> } | { readonly problem: RenameProblem } => {
  const name = newName.trim().replace(/^\$/, '');
  const variable = variableUsesAt(source, part, offset);
  if (!variable || !NAME.test(name) || !isVariable(name)) return { problem: 'invalid' };
  if (name === variable.name) return { edits: new Map() };
  if (usesIn(source).some((use) => use.name === name)) return { problem: 'taken' };
  const edits = variable.places.map(({ part: at, from, to }) => ({ at, edit: { from, to, insert: `$${name}` } }));
  return {
    edits: new Map(
      [...Map.groupBy(edits, ({ at }) => at)].map(([at, changes]) => [at, changes.map(({ edit }) => edit)]),
    ),
  };
};

/** The grammar has its own idea of letters; it decides. */
const isVariable = (name: string): boolean => {
  const node = parser.parse(`LET $${name} = 1`).topNode.firstChild?.getChild('Variable');
  return node !== undefined && node !== null && node.to === name.length + 5;
};
