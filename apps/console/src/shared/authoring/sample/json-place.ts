import { keepLargeIntegers } from '@redoubt/domain';

/** Where a text stops being JSON. Offset counts from 0, line and column from 1. */
export type JsonProblem = { readonly offset: number; readonly line: number; readonly column: number };

/**
 * Parses JSON as the server reads bodies: whole numbers beyond 2^53 become their text. A failure is answered with its
 * place, which engines report in different words or not at all.
 */
export const parseJson = (
  text: string,
): { readonly value: unknown; readonly problem: null } | { readonly value: null; readonly problem: JsonProblem } => {
  try {
    return { value: JSON.parse(keepLargeIntegers(text)) as unknown, problem: null };
  } catch {
    const offset = firstBadOffset(text);
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    return { value: null, problem: { offset, line, column: offset - before.lastIndexOf('\n') } };
  }
};

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[\x20\x21\x23-\x5b\x5d-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y;

type Expecting = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

/** Scans tokens with the stack of open brackets; the first token that cannot stand there is the bad place. */
const firstBadOffset = (text: string): number => {
  const open: string[] = [];
  let expecting: Expecting = 'value';
  let at = 0;
  const afterValue = (): Expecting => (open.length === 0 ? 'nothing' : 'commaOrEnd');
  for (;;) {
    TOKEN.lastIndex = at;
    const start = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    const match = TOKEN.exec(text);
    if (match === null) return Math.min(start, text.length);
    const [, mark, string] = match;
    const value = expecting === 'value' || expecting === 'valueOrEnd';
    if (mark === undefined) {
      if (string !== undefined && (expecting === 'key' || expecting === 'keyOrEnd')) expecting = 'colon';
      else if (value) expecting = afterValue();
      else return start;
    } else if ((mark === '{' || mark === '[') && value) {
      open.push(mark);
      expecting = mark === '{' ? 'keyOrEnd' : 'valueOrEnd';
    } else if (mark === ':' && expecting === 'colon') expecting = 'value';
    else if (mark === ',' && expecting === 'commaOrEnd') expecting = open.at(-1) === '{' ? 'key' : 'value';
    else if (closes(mark, open.at(-1), expecting)) {
      open.pop();
      expecting = afterValue();
    } else return start;
    at = TOKEN.lastIndex;
  }
};

const closes = (mark: string, open: string | undefined, expecting: Expecting): boolean =>
  mark === '}'
    ? open === '{' && (expecting === 'commaOrEnd' || expecting === 'keyOrEnd')
    : mark === ']' && open === '[' && (expecting === 'commaOrEnd' || expecting === 'valueOrEnd');
