import type { SyntaxNode } from '@lezer/common';
import { insertFix, replaceFix } from '../diagnostics/problem.ts';
import { parsePath } from './attribute-path.ts';
import { withoutInvisible } from './invisible.ts';
import { fitsInt32, isTypographicQuote, plainQuote, unescapePath, unescapeString } from './literals.ts';
import type { AttributeNode, JsonNode, NumberNode, StringNode, WindowNode, WindowUnit } from './nodes.ts';
import type { Span } from '../program/span.ts';
import { type Reader, spanOf, textOf } from './reader.ts';
import { closingPlaces, firstRepair } from './repairs.ts';

/** Body of a quoted piece of text that starts at `from`; says what is wrong with its quotes. */
const readQuoted = (reader: Reader, from: number, to: number): string => {
  const { text, report } = reader;
  const open = text[from] ?? '';
  const last = text[to - 1] ?? '';
  const closed = to - from > 1 && (last === plainQuote(open) || plainQuote(last) === plainQuote(open));
  const body = text.slice(from + 1, closed ? to - 1 : to);
  if (!closed) {
    const place = firstRepair(text, closingPlaces(text, from, plainQuote(open)));
    const fix = place === null ? {} : { fix: insertFix(place.at, place.insert), repairs: true as const };
    report({ code: 'FQL-UNTERMINATED-STRING', from, to, params: {}, ...fix });
    return body;
  }
  if (isTypographicQuote(open) || isTypographicQuote(last)) {
    const quote = plainQuote(open);
    report({
      code: 'FQL-TYPOGRAPHIC-QUOTE',
      severity: reader.typographicQuotes === 'accept' ? 'warning' : 'error',
      from,
      to,
      params: { found: isTypographicQuote(open) ? open : last, quote },
      fix: {
        label: 'FIX-REPLACE',
        params: { text: `${quote}${body}${quote}` },
        edits: [
          { from, to: from + 1, insert: quote },
          { from: to - 1, to, insert: quote },
        ],
      },
    });
  }
  return body;
};

export const buildString = (reader: Reader, node: SyntaxNode): StringNode => ({
  ...spanOf(node),
  kind: 'string',
  value: unescapeString(readQuoted(reader, node.from, node.to)),
});

export const buildNumber = (reader: Reader, node: SyntaxNode): NumberNode => {
  const value = Number(textOf(reader, node));
  if (!Number.isFinite(value)) {
    reader.report({ ...spanOf(node), code: 'FQL-NUMBER-RANGE', params: { found: textOf(reader, node).slice(0, 40) } });
    return { ...spanOf(node), kind: 'number', integer: false, value: 0 };
  }
  if (node.name === 'Integer' && !Number.isSafeInteger(value)) {
    const found = textOf(reader, node).slice(0, 40);
    reader.report({ ...spanOf(node), code: 'FQL-NUMBER-INEXACT', params: { found } });
  }
  return { ...spanOf(node), kind: 'number', integer: node.name === 'Integer' && fitsInt32(value), value };
};

export const buildWindow = (reader: Reader, node: SyntaxNode): WindowNode => {
  const text = textOf(reader, node);
  return {
    ...spanOf(node),
    kind: 'window',
    amount: Number(text.slice(0, -1)),
    unit: text.slice(-1).toLowerCase() as WindowUnit,
  };
};

/** Path text after the `@` or `@@`: a bare word, a quoted path, or nothing. */
const readPath = (reader: Reader, span: Span, signLength: number): string => {
  let start = span.from + signLength;
  while (start < span.to && !/["'\p{L}_]/u.test(plainQuote(reader.text[start] ?? ''))) start += 1;
  const first = reader.text[start] ?? '';
  return first === '"' || first === "'" || isTypographicQuote(first)
    ? unescapePath(readQuoted(reader, start, span.to))
    : reader.text.slice(start, span.to);
};

export const buildAttribute = (reader: Reader, node: SyntaxNode): AttributeNode | JsonNode => {
  const span = spanOf(node);
  const json = reader.text.startsWith('@@', span.from);
  const path = withoutInvisible(readPath(reader, span, json ? 2 : 1)).trim();
  if (json && path === '' && span.to - span.from === 2) return { ...span, kind: 'json', path: '', steps: [] };
  const steps = parsePath(path);
  if (!steps && node.name !== 'UnterminatedAttribute') {
    reader.report({ ...span, code: 'FQL-BAD-PATH', params: { path } });
  }
  return { ...span, kind: json ? 'json' : 'attribute', path, steps: steps ?? [{ kind: 'key', key: path }] };
};

/** A habit of another language that has one clear counterpart here. */
export const OPERATOR_HABITS: Readonly<Record<string, string>> = {
  '=': '==',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '≠': '!=',
  '≥': '>=',
  '≤': '<=',
  '–': '-',
  '—': '-',
  '−': '-',
  '×': '*',
  '÷': '/',
  '=>': '>=',
  '=<': '<=',
  '&gt;': '>',
  '&lt;': '<',
  '&gt;=': '>=',
  '&lt;=': '<=',
  '\\>': '>',
  '\\<': '<',
  '\\>=': '>=',
  '\\<=': '<=',
  '&amp;&amp;': '&&',
  '&': '&&',
};

export const buildOperator = (reader: Reader, node: SyntaxNode): string => {
  const text = textOf(reader, node);
  const right = node.name === 'WrongOp' ? OPERATOR_HABITS[text] : undefined;
  if (right === undefined) return text;
  reader.report({
    ...spanOf(node),
    code: 'FQL-FOREIGN-OPERATOR',
    params: { found: text, expected: right },
    fix: replaceFix(node, right),
  });
  return right;
};
