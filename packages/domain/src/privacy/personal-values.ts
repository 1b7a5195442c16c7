import { maskOf } from './personal-masks.ts';

/**
 * A bracket; a JSON string, perhaps cut off at the end, with the colon that makes it a name; or a number, with what messages say
 * before one.
 */
const TOKEN = /([{}])|"((?:[^"\\]|\\[^])*)("|\\?$)(\s*:)?|(\bthe number -?)?(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])/g;
const LONG_NUMBER = /^\d{7,}$/;
/** Names around a member by which it is judged; what lies further out says nothing about it. */
const NAMES = 4;
const LETTER = /\p{L}/gu;
const DIGIT = /\p{Nd}/gu;
const ESCAPE = /\\(?:u[\da-f]{0,4}|.)/gi;

const shapeOf = (text: string): string => text.replace(ESCAPE, 'x').replace(LETTER, 'x').replace(DIGIT, '0');

/**
 * JSON, whole or cut off, or a message about it, with its values as shapes: letters become `x`, digits `0`, punctuation stays.
 * A wrong format can be recognised by that, a person cannot. Names of members and booleans stay as they are, and so do short
 * numbers, unless the member is a personal one (`"houseNumber": 12`) or a message says what it found (`found the number 12`).
 * Linear in time.
 */
export const maskPersonalValues = (json: string): string => {
  const around: string[] = [];
  let name = '';
  const isPersonal = (): boolean => maskOf([...around.slice(1 - NAMES), name].filter(Boolean).join('.'), 1) !== null;
  return json.replace(
    TOKEN,
    (
      found: string,
      bracket: string | undefined,
      inside: string | undefined,
      end: string,
      colon: string | undefined,
      said: string | undefined,
      number: string,
    ) => {
      if (bracket === '{') around.push(name);
      else if (bracket === '}') name = around.pop() ?? '';
      else if (inside === undefined) {
        const isShape = said !== undefined || LONG_NUMBER.test(number) || isPersonal();
        return isShape ? `${said ?? ''}${shapeOf(number)}` : found;
      } else if (colon === undefined) return `"${shapeOf(inside)}${end}`;
      else name = inside;
      return found;
    },
  );
};
