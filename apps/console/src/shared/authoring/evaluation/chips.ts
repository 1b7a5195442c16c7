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

const OPERATOR = /[<>=!&|*/%?+]|-(?=[\s\d@$(])|(?:and|or|not)\b/iy;

const isOperatorAt = (text: string, at: number): boolean => {
  OPERATOR.lastIndex = at;
  return OPERATOR.test(text);
};

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
    else if (depth === 0 && isOperatorAt(text, i) && !/[\w$@.]/.test(wordBefore(text, i))) return true;
  }
  return false;
};

/** The character before a word operator, which must not continue an identifier. */
const wordBefore = (text: string, at: number): string => (/[a-z]/i.test(text[at] ?? '') ? (text[at - 1] ?? '') : '');

const isWrapped = (text: string): boolean => text.startsWith('(') && !hasOperator(text) && text.endsWith(')');

/**
 * Picks the values a reader wants beside the code: attributes, variables and calls as they are written, and what each
 * whole condition or LET came to. Literals say nothing new, and what is inside a call is left to the call. Values lie
 * beside or within each other, so one pass in reading order is enough however many there are.
 */
export const factsOf = (values: readonly Value[]): readonly Fact[] => {
  const facts: Fact[] = [];
  let wholeEnd = -1;
  let coveredEnd = -1;
  for (const value of values.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const { from, to } = value;
    const whole = from >= wholeEnd;
    if (whole) wholeEnd = to;
    const text = value.text.trim();
    if (from < coveredEnd || value.error !== undefined || isLiteral(text)) continue;
    const composed = hasOperator(text) || isWrapped(text);
    if (!composed) coveredEnd = to;
    if (!composed || whole) facts.push({ from, to, text, value: value.value, composed });
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

const MAX_READ = 12;

/** What a part went by, in one line: each thing it read with its value, once. */
export const readOf = (step: TraceStep): string => {
  const read = factsOf(step.values).flatMap(({ text, value, composed }) =>
    composed ? [] : [`${plainName(text)} ${shortValue(value)}`],
  );
  const once = [...new Set(read)];
  return once.length > MAX_READ ? `${once.slice(0, MAX_READ).join(', ')} …` : once.join(', ');
};
