import type { LineValue } from '@redoubt/fql-editor';
import type { TraceStep } from '@redoubt/contracts';

type Value = TraceStep['values'][number];

/** A value worth showing: what was written, and what it came to. */
export type Fact = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly value: unknown;
  /** A whole condition or LET made of other facts. */
  readonly composed: boolean;
};

const LITERAL = /^(?:[-+]?\d[\w.]*|"[^"]*"|'[^']*'|true|false|null|[[{].*)$/is;
/** Whether a text is a value written out, which says nothing that cannot be read. */
export const isLiteral = (text: string): boolean => LITERAL.test(text.trim());

const OPERATOR = /^(?:[<>=!&|*/%?+]|-(?=[\s\d@$(])|(?:and|or|not)\b)/i;

/** Whether an operator stands outside of quotes and brackets: then the parts say more than the whole. */
const hasOperator = (text: string): boolean => {
  let depth = 0;
  let quote = '';
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] ?? '';
    if (quote !== '') {
      if (char === '\\') i += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (depth === 0 && OPERATOR.test(text.slice(i)) && !/[\w$@.]/.test(wordBefore(text, i))) return true;
  }
  return false;
};

/** The character before a word operator, which must not continue an identifier. */
const wordBefore = (text: string, at: number): string => (/[a-z]/i.test(text[at] ?? '') ? (text[at - 1] ?? '') : '');

const isWrapped = (text: string): boolean => text.startsWith('(') && !hasOperator(text) && text.endsWith(')');

const contains = (outer: Value, inner: Value): boolean =>
  outer !== inner && outer.from <= inner.from && inner.to <= outer.to;

/**
 * Picks the values a reader wants beside the code: attributes, variables and calls as they are written, and what each
 * whole condition or LET came to. Literals say nothing new, and what is inside a call is left to the call.
 */
export const factsOf = (values: readonly Value[]): readonly Fact[] => {
  const sorted = values.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const facts: Fact[] = [];
  const covered: Value[] = [];
  for (const value of sorted) {
    const text = value.text.trim();
    if (value.error !== undefined || isLiteral(text) || covered.some((outer) => contains(outer, value))) continue;
    const whole = !sorted.some((other) => contains(other, value));
    const composed = hasOperator(text) || isWrapped(text);
    if (!composed) covered.push(value);
    if (!composed || whole) facts.push({ from: value.from, to: value.to, text, value: value.value, composed });
  }
  return facts.toSorted((a, b) => a.to - b.to || b.from - a.from);
};

const LONGEST = 28;

/** A value as it is written in a chip. */
export const shortValue = (value: unknown): string => {
  if (value === undefined || value === null) return 'null';
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
};

/** Values for the right end of the lines of one part. */
export const lineValuesOf = (step: TraceStep): readonly LineValue[] =>
  factsOf(step.values).map(({ from, to, text, value }) => ({
    from,
    to,
    text: shortValue(value),
    title: `${text} = ${shortValue(value)}`,
    tone: 'plain',
  }));

/** How an expression is named in a list: attributes without the sign and quotes of the language. */
export const plainName = (text: string): string => text.replace(/@@?\s*["']([^"']*)["']/g, '$1').replace(/\s+/g, ' ');
