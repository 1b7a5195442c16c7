/** A JSON string, perhaps cut off at the end, with the colon that makes it a name; or a number of seven digits or more. */
const STRING_OR_LONG_NUMBER = /"((?:[^"\\]|\\[^])*)("|\\?$)(\s*:)?|(?<![\w.])\d{7,}(?![\w.])/g;
const LETTER = /\p{L}/gu;
const DIGIT = /\p{Nd}/gu;
const ESCAPE = /\\(?:u[\da-f]{0,4}|.)/gi;

const shapeOf = (text: string): string => text.replace(ESCAPE, 'x').replace(LETTER, 'x').replace(DIGIT, '0');

/**
 * JSON, whole or cut off, with its values as shapes: letters become `x`, digits `0`, punctuation stays. A wrong format can
 * be recognised by that, a person cannot. Names of members, booleans and short numbers stay as they are. Linear in time.
 */
export const maskPersonalValues = (json: string): string =>
  json.replace(STRING_OR_LONG_NUMBER, (found: string, inside: string | undefined, end: string, colon?: string) => {
    if (inside === undefined) return shapeOf(found);
    return colon === undefined ? `"${shapeOf(inside)}${end}` : found;
  });
