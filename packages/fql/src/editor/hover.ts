import type { SyntaxNode } from '@lezer/common';
import { CHAR_SETS } from '../functions/char-sets.ts';
import { type FunctionSpec, signatureOf } from '../functions/spec.ts';
import {
  FUNCTIONS,
  freeFunctions,
  memberFunctions,
  rootNamed,
  statementFunction,
  staticFunctions,
} from '../functions/table.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import type { ProgramKind } from '../program/kinds.ts';
import { buildAttribute } from '../syntax/build-literals.ts';
import { parseProgram } from '../syntax/parse.ts';
import type { Span } from '../program/span.ts';
import { callAround } from './call-around.ts';
import { memberSymbols } from './complete-members.ts';
import { cursorAt, enclosing } from './cursor.ts';
import { KEYWORD_HELP } from '../guide/keyword-help.ts';
import type { Draft } from './proposals.ts';
import { typeOfText } from './member-type.ts';
import { functionCalledBy, functionsBehind, propertyDraft } from './own-function-symbols.ts';
import { WHOLE_EVENT } from '../guide/topics.ts';

/**
 * Help for the thing under the pointer: a heading in code, a paragraph, and what happens at the edges. Paragraph and edge
 * are English sentences of `guideTexts` or words of the symbol table.
 */
export type Hover = Span & {
  readonly title: string;
  readonly text: string;
  readonly edge: string;
  /** What an attribute may be, where it is one of a few. */
  readonly values?: readonly string[];
  /** What an attribute has been seen to be. */
  readonly example?: string;
};

const ofFunctions = (span: Span, specs: readonly FunctionSpec[]): Hover | null => {
  const [first] = specs;
  if (!first) return null;
  return {
    from: span.from,
    to: span.to,
    title: specs.map(signatureOf).join('\n'),
    text: first.summary,
    edge: first.edge,
  };
};

const ofAttribute = (text: string, node: SyntaxNode, symbols: SymbolTable): Hover => {
  const reader = { text, report: () => undefined, typographicQuotes: 'accept' } as const;
  const { path } = buildAttribute(reader, node);
  const plain = path.replace(/\[[^\]]*\]/g, '').toLowerCase();
  const known = symbols.attributes.find((attribute) => attribute.path.toLowerCase() === plain);
  const span = { from: node.from, to: node.to };
  if (path === '') return { ...span, title: text.slice(node.from, node.to), text: WHOLE_EVENT, edge: '' };
  if (!known) return { ...span, title: path, text: '', edge: '' };
  const { type, description = '', values, example } = known;
  return {
    ...span,
    title: `${known.path}: ${type}`,
    text: description,
    edge: '',
    ...(values ? { values } : {}),
    ...(example === undefined ? {} : { example }),
  };
};

/** A name after a dot, in its text. */
type MemberAt = {
  /** Texts whose variables count. */
  readonly earlier: readonly string[];
  readonly text: string;
  readonly node: SyntaxNode;
  readonly member: SyntaxNode;
  readonly symbols: SymbolTable;
};

/** What stands before the dot of a member; undefined where the node stands there itself. */
const ownerOf = (member: SyntaxNode, node: SyntaxNode): SyntaxNode | undefined =>
  member.firstChild && member.firstChild.from !== node.from ? member.firstChild : undefined;

const ofMember = ({ earlier, text, node, member, symbols }: MemberAt): Hover | null => {
  const object = ownerOf(member, node);
  if (!object) return null;
  const name = text.slice(node.from, node.to);
  const written = text.slice(object.from, object.to);
  const root = object.name === 'Identifier' ? rootNamed(written) : undefined;
  if (root === 'CharSet') {
    const set = Object.entries(CHAR_SETS).find(([known]) => known.toLowerCase() === name.toLowerCase());
    return set ? { from: node.from, to: node.to, title: `CharSet.${set[0]}`, text: set[1].characters, edge: '' } : null;
  }
  if (root !== undefined) return ofFunctions(node, staticFunctions(root, name));
  const action = FUNCTIONS.filter(
    (spec) =>
      spec.form === 'action' && `${spec.owner}.${spec.name}`.toLowerCase() === `${written}.${name}`.toLowerCase(),
  );
  if (action.length > 0) return ofFunctions(node, action);
  const type = typeOfText([...earlier, text.slice(0, object.from)].join('\n'), written, symbols);
  const own = memberFunctions(type, name);
  const any = [
    ...memberFunctions('Any', name),
    ...memberFunctions('DateTime', name),
    ...memberFunctions('String', name),
  ];
  return ofFunctions(node, own.length > 0 ? own : any);
};

const ofVariable = (text: string, node: SyntaxNode, earlier: readonly string[]): Hover | null => {
  const name = text.slice(node.from + 1, node.to);
  for (const source of [text, ...earlier.toReversed()]) {
    const definition = parseProgram(source, { typographicQuotes: 'accept' }).program.statements.find(
      (statement) => statement.kind === 'let' && statement.name === name,
    );
    if (definition?.kind !== 'let') continue;
    const value = source.slice(definition.value.from, definition.value.to);
    return { from: node.from, to: node.to, title: `$${name} = ${value}`, text: '', edge: '' };
  }
  return null;
};

/** The list a text names, with its columns; null where the text names none that is known. */
const ofList = (text: string, string: SyntaxNode, symbols: SymbolTable): Hover | null => {
  const call = callAround(text, string);
  const role = call ? freeFunctions(call.callee)[0]?.parameters[call.argument]?.role : undefined;
  if (role !== 'list') return null;
  const wanted = text.slice(string.from + 1, string.to - 1).toLowerCase();
  const list = symbols.lists.find(({ name }) => name.toLowerCase() === wanted);
  return list ? { from: string.from, to: string.to, title: list.name, text: list.columns.join(', '), edge: '' } : null;
};

/** A velocity, function, property of a function, call or assessment of the symbol table, as completion would propose it. */
const ofResource = ({ earlier, text, node, member, symbols }: MemberAt): Hover | null => {
  const object = ownerOf(member, node);
  if (!object) return null;
  const wanted = text.slice(node.from, node.to).toLowerCase();
  const written = text.slice(object.from, object.to);
  const known = (): readonly Draft[] => {
    const functions = functionsBehind(written, symbols);
    if (functions) return functions;
    if (object.name === 'Identifier') return memberSymbols(written.toLowerCase(), symbols) ?? [];
    const called = functionCalledBy([...earlier, text.slice(0, object.from)].join('\n'), written, symbols);
    return called ? called.properties.map((property) => propertyDraft(called, property)) : [];
  };
  const found = known().find(({ label }) => label.toLowerCase() === wanted);
  return found ? { from: node.from, to: node.to, title: found.detail ?? found.label, text: '', edge: '' } : null;
};

/** Help at an offset, or null where there is nothing to say. Reads the same function table as the checker. */
export const hoverAt = (
  _kind: ProgramKind,
  text: string,
  offset: number,
  symbols: SymbolTable,
  earlier: readonly string[] = [],
): Hover | null => {
  const cursor = cursorAt(text, offset + 1);
  if (!cursor) return null;
  const { node } = cursor;
  if (node.name === 'Attribute' || node.name === 'JsonAttribute') return ofAttribute(text, node, symbols);
  if (node.name === 'Variable') return ofVariable(text, node, earlier);
  const member = node.parent?.name === 'Member' ? enclosing(node, ['Member']) : null;
  const string = enclosing(node, ['String']);
  if (string) return ofList(text, string, symbols);
  const resource = member ? ofResource({ earlier, text, node, member, symbols }) : null;
  if (resource) return resource;
  const ofPart = member ? ofMember({ earlier, text, node, member, symbols }) : null;
  if (ofPart) return ofPart;
  const help = KEYWORD_HELP[node.name];
  if (help !== undefined) return { from: node.from, to: node.to, title: node.name, text: help, edge: '' };
  if (node.name !== 'Identifier') return null;
  const name = text.slice(node.from, node.to);
  const statement = statementFunction(name);
  const root = rootNamed(name);
  if (root !== undefined && node.nextSibling?.name === '.') {
    const names = [...new Set(FUNCTIONS.filter((spec) => spec.owner === root).map((spec) => spec.name))];
    return { from: node.from, to: node.to, title: root, text: names.join(', '), edge: '' };
  }
  return ofFunctions(node, statement ? [statement] : freeFunctions(name));
};
