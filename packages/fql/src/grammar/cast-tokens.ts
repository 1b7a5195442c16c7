import { ExternalTokenizer, type InputStream } from '@lezer/lr';
import { CastPrefix } from './parser.terms.js';

/** Type names a parenthesised cast may use, in lower case. */
export const CAST_TYPES: ReadonlySet<string> = new Set(['string', 'int', 'double', 'bool', 'datetime']);

const LONGEST_TYPE_NAME = 8;
const SLASH = 47;
const STAR = 42;
const NEWLINE = 10;
const isBlank = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0xa0 ||
  code === 0xad ||
  code === 0xfeff ||
  (code >= 0x2000 && code <= 0x200f);
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
/** Characters an operand can begin with: a name, a number, or one of these. Anything past ASCII is a letter or quote. */
const startsOperand = (code: number): boolean =>
  isLetter(code) ||
  (code >= 48 && code <= 57) ||
  code > 127 ||
  (code > 0 && '_$@"\'([{!-+'.includes(String.fromCharCode(code)));

/** Offset past blanks and comments; a comment that is not closed ends where the text does. */
const afterTrivia = (input: InputStream, start: number): number => {
  let offset = start;
  for (;;) {
    while (isBlank(input.peek(offset))) offset += 1;
    if (input.peek(offset) !== SLASH) return offset;
    const kind = input.peek(offset + 1);
    if (kind === SLASH) {
      while (input.peek(offset) >= 0 && input.peek(offset) !== NEWLINE) offset += 1;
    } else if (kind === STAR) {
      offset += 2;
      while (input.peek(offset) >= 0 && !(input.peek(offset) === STAR && input.peek(offset + 1) === SLASH)) offset += 1;
      offset += 2;
    } else return offset;
  }
};

/**
 * `(string)` is one token where an operand may stand, the word is one of the five type names and an operand follows;
 * otherwise it is a parenthesised name. One token of look-ahead past the parenthesis cannot be given to an LR table.
 */
export const castTokens = new ExternalTokenizer((input: InputStream) => {
  if (input.next !== 40) return;
  let offset = 1;
  while (isBlank(input.peek(offset))) offset += 1;
  let word = '';
  while (isLetter(input.peek(offset)) && word.length <= LONGEST_TYPE_NAME) {
    word += String.fromCharCode(input.peek(offset));
    offset += 1;
  }
  if (!CAST_TYPES.has(word.toLowerCase())) return;
  while (isBlank(input.peek(offset))) offset += 1;
  if (input.peek(offset) !== 41) return;
  offset += 1;
  const end = offset;
  if (startsOperand(input.peek(afterTrivia(input, offset)))) input.acceptToken(CastPrefix, end);
});
