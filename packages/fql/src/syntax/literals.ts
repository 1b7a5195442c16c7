const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
};
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["'\\nrt0]))/g;

/** The value of a string body: the listed escapes are read, any other back-slash stays. */
export const unescapeString = (body: string): string =>
  body.includes('\\')
    ? body.replace(ESCAPE, (_match, hex: string | undefined, letter: string | undefined) =>
        hex === undefined ? (ESCAPES[letter ?? ''] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : body;

/** An attribute path is raw but for `\"` (A-04). */
export const unescapePath = (body: string): string => body.replace(/\\(["'])/g, '$1');

const DOUBLE = '“”„‟«»″';
const SINGLE = '‘’‚‛′´';

export const isTypographicQuote = (character: string | undefined): boolean =>
  character !== undefined && character !== '' && (DOUBLE.includes(character) || SINGLE.includes(character));

/** The plain quote that a typographic one stands for; any other character is itself. */
export const plainQuote = (character: string): string =>
  DOUBLE.includes(character) ? '"' : SINGLE.includes(character) ? "'" : character;

const INT32_MAX = 2_147_483_647;

/** A literal without dot or exponent is Int32 where it fits, else Double. */
export const fitsInt32 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= INT32_MAX;
