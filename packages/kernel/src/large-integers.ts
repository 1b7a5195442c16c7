/** Digits of the smallest whole number that a Double may not hold exactly: 9,007,199,254,740,993. */
const MANY_DIGITS = /\d{16}/u;
/** A string, which is passed over, or a number. */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/gu;
const WHOLE = /^-?\d+$/u;
/** What follows a name: a number in its place is no JSON, and is to stay none. */
const NAMES = /\s*:/uy;

const isName = (json: string, end: number): boolean => {
  NAMES.lastIndex = end;
  return NAMES.test(json);
};

/**
 * JSON text in which whole numbers beyond 2^53 are written as text: parsed, they keep their digits, which a number would
 * lose. Everything else stays as it is, and text that is no JSON stays none. Linear in the length of the text.
 */
export const keepLargeIntegers = (json: string): string =>
  MANY_DIGITS.test(json)
    ? json.replaceAll(TOKEN, (token, at: number) =>
        token.length >= 16 &&
        WHOLE.test(token) &&
        !Number.isSafeInteger(Number(token)) &&
        !isName(json, at + token.length)
          ? `"${token}"`
          : token,
      )
    : json;
