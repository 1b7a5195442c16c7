import type { SyntaxNode } from '@lezer/common';
import type { FunctionSpec } from '../functions/spec.ts';
import { GRAPH_KINDS } from '../functions/graph.ts';
import { freeFunctions, staticFunctions } from '../functions/table.ts';
import type { SymbolTable, AttributeSymbol } from '../program/symbol-table.ts';
import { callAround } from './call-around.ts';
import type { Completion } from './completion.ts';
import { type Cursor, enclosing } from './cursor.ts';
import { complete, quoted, type Span } from './proposals.ts';

const TEXT = ['String', 'UnterminatedString'];

/** The text literal the caret is inside of, or null. */
export const stringAround = (cursor: Cursor): SyntaxNode | null => {
  const node = enclosing(cursor.node, TEXT);
  if (!node || cursor.offset <= node.from) return null;
  return cursor.offset < node.to || node.name === 'UnterminatedString' ? node : null;
};

/** The attribute of the symbol table that a reference such as `@"productList[0].type"` names. */
export const attributeWritten = (reference: string, symbols: SymbolTable): AttributeSymbol | undefined => {
  const path = reference
    .replace(/^@\s*["']?|["']$/g, '')
    .replace(/\[\d+\]/g, '')
    .toLowerCase();
  return symbols.attributes.find((known) => known.path.toLowerCase() === path);
};

const attributeNamed = (cursor: Cursor, node: SyntaxNode | null, symbols: SymbolTable) =>
  node?.name === 'Attribute' ? attributeWritten(cursor.text.slice(node.from, node.to), symbols) : undefined;

/** The attribute a text is compared with: the other side, the owner of a method, or the first argument of `In`. */
const comparedWith = (cursor: Cursor, node: SyntaxNode, symbols: SymbolTable): AttributeSymbol | undefined => {
  const around = node.parent;
  if (around?.name === 'Binary') {
    const sides = [around.firstChild, around.lastChild];
    return sides.map((side) => attributeNamed(cursor, side, symbols)).find((found) => found !== undefined);
  }
  const call = callAround(cursor.text, node);
  if (!call || around?.name !== 'ArgumentList') return undefined;
  if (/^in$/i.test(call.callee))
    return call.argument === 1 ? attributeNamed(cursor, call.values[0] ?? null, symbols) : undefined;
  const callee = around.prevSibling;
  return callee?.name === 'Member' ? attributeNamed(cursor, callee.firstChild, symbols) : undefined;
};

const valuesOf = (attribute: AttributeSymbol | undefined): readonly string[] => {
  if (attribute?.values) return attribute.values;
  return attribute?.type === 'string' && attribute.example !== undefined ? [attribute.example] : [];
};

/** The value of `"a, b, c"` the caret is in, where there are several. */
const pieceAt = (cursor: Cursor, node: SyntaxNode): Span | null => {
  const written = cursor.text.slice(node.from + 1, cursor.offset);
  const comma = written.lastIndexOf(',');
  if (comma < 0) return null;
  const rest = /^[^,"']*/.exec(cursor.text.slice(cursor.offset, node.to))?.[0] ?? '';
  const blanks = /^\s*/.exec(written.slice(comma + 1))?.[0].length ?? 0;
  return { from: node.from + 1 + comma + 1 + blanks, to: cursor.offset + rest.length };
};

const unquoted = (cursor: Cursor, node: SyntaxNode | undefined): string =>
  node ? cursor.text.slice(node.from + 1, Math.max(node.from + 1, node.to - 1)).toLowerCase() : '';

const calledFunction = (callee: string): FunctionSpec | undefined => {
  const [root = '', name] = callee.split('.').map((part) => part.trim());
  return (name === undefined ? freeFunctions(root) : staticFunctions(root, name))[0];
};

/** What may stand in a text literal: names of lists, columns and queues, and known values of what it is compared with. */
export const completeString = (cursor: Cursor, node: SyntaxNode, symbols: SymbolTable): readonly Completion[] => {
  const span: Span = { from: node.from, to: node.name === 'String' ? node.to : cursor.offset };
  const call = callAround(cursor.text, node);
  const role = call ? calledFunction(call.callee)?.parameters[call.argument]?.role : undefined;
  if (role === 'graphKind')
    return [
      ...GRAPH_KINDS,
      ...(symbols.graphAttributes ?? []).map((name) => `attribute:${name}`),
      ...(symbols.graphTexts ?? []).map((path) => `own:${path}`),
    ].map((kind) => complete(span, { kind: 'value', label: kind, insert: quoted(kind) }));
  if (role === 'list')
    return symbols.lists.map(({ name, columns }) =>
      complete(span, { kind: 'list', label: name, insert: quoted(name), detail: columns.join(', ') }),
    );
  if (role === 'column') {
    const wanted = unquoted(cursor, call?.values[0]);
    const list = symbols.lists.find(({ name }) => name.toLowerCase() === wanted);
    return (list?.columns ?? []).map((column) =>
      complete(span, { kind: 'column', label: column, insert: quoted(column), detail: list?.name ?? '' }),
    );
  }
  if (role === 'supportList')
    return (symbols.supportLists ?? []).map((name) =>
      complete(span, { kind: 'list', label: name, insert: quoted(name) }),
    );
  if (/^queue$/i.test(call?.callee ?? ''))
    return (symbols.queues ?? []).map((name) => complete(span, { kind: 'value', label: name, insert: quoted(name) }));
  const attribute = comparedWith(cursor, node, symbols);
  // In a list of several values only the one being written is replaced.
  const piece = call && /^in$/i.test(call.callee) ? pieceAt(cursor, node) : null;
  return valuesOf(attribute).map((value) =>
    complete(piece ?? span, {
      kind: 'value',
      label: value,
      insert: piece ? value : quoted(value),
      detail: attribute?.path ?? '',
    }),
  );
};
