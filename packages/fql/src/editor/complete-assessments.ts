import type { SyntaxNode } from '@lezer/common';
import {
  type SymbolTable,
  type ApiSymbol,
  type AssessmentSymbol,
  ASSESSMENT_METHODS,
} from '../program/symbol-table.ts';
import type { Completion } from './completion.ts';
import { type Cursor, enclosing } from './cursor.ts';
import { complete, type Draft, quoted, type Span } from './proposals.ts';

const WRITTEN = /^assessments\s*\.\s*(\w+)$/i;
const CALLED = /^assessments\s*\.\s*(\w+)\s*\.\s*(\w+)$/i;

const named = ({ assessments = [] }: SymbolTable, name: string | undefined): AssessmentSymbol | undefined =>
  assessments === 'any' ? undefined : assessments.find((each) => each.name.toLowerCase() === name?.toLowerCase());

const ofMethod = ({ apis = [] }: AssessmentSymbol, method: string | undefined): readonly ApiSymbol[] =>
  apis.filter((api) => api.method.toLowerCase() === method?.toLowerCase());

const signatureOf = (name: string, { method, api, fields }: ApiSymbol): string =>
  `Assessments.${name}.${method}(${[...(api === null ? [] : [quoted(api)]), ...fields.map((field) => `${field} = …`)].join(', ')})`;

/** The calls of an external assessment: with the name of an observation where there is one. */
const callOf = ({ name }: AssessmentSymbol, api: ApiSymbol): Draft => {
  const given = api.method === 'Evaluate' ? '$baseInput = @@' : api.api === null ? '' : `${quoted(api.api)}, `;
  return {
    kind: 'method',
    label: api.api === null ? api.method : `${api.method} ${api.api}`,
    insert: `${api.method}(${given})`,
    cursor: api.method.length + 1 + given.length,
    detail: signatureOf(name, api),
  };
};

/** What may be called of an external assessment, behind its dot; null where the place is another one. */
export const completeApis = (
  cursor: Cursor,
  object: SyntaxNode,
  symbols: SymbolTable,
): readonly Completion[] | null => {
  const name = WRITTEN.exec(cursor.text.slice(object.from, object.to))?.[1];
  if (name === undefined) return null;
  const span = { from: cursor.wordFrom, to: cursor.offset };
  const { apis = [], ...target } = named(symbols, name) ?? { name };
  const known =
    apis.length > 0 ? apis : ASSESSMENT_METHODS.map((method): ApiSymbol => ({ method, api: null, fields: [] }));
  return known.map((api) => complete(span, callOf(target, api)));
};

/** Fields of the API whose arguments are being written, where a new argument begins. */
export const apiFields = (cursor: Cursor, span: Span, symbols: SymbolTable): readonly Completion[] => {
  const list = enclosing(cursor.node, ['ArgumentList']);
  const callee = list?.prevSibling;
  const [, name, method] = callee ? (CALLED.exec(cursor.text.slice(callee.from, callee.to)) ?? []) : [];
  const target = named(symbols, name);
  if (!list || !target) return [];
  const given = cursor.text.slice(list.from, span.from).trimEnd();
  if (!/[(,]$/.test(given)) return [];
  const fields = [...new Set(ofMethod(target, method).flatMap((api) => api.fields))];
  const base = method?.toLowerCase() === 'evaluate' ? ['$baseInput'] : [];
  return [...base, ...fields].map((field) =>
    complete(span, { kind: 'property', label: field, insert: `${field} = `, detail: target.target ?? '' }),
  );
};
