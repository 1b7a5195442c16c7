import { isCardNumber, isIssuedCardNumber, MAX_DIGITS, maskCardNumber, MIN_DIGITS } from './card-number.ts';
import { eachDigitRun, eachStretch, type DigitGroup } from './digit-runs.ts';

/**
 * Card numbers and card security codes are masked in the raw text of a request, before anything parses, logs or keeps
 * it, whatever field they stand in (`docs/reference/wire.md#reading-bodies`).
 */

const SECURITY_CODE =
  /("(?:cvv2?|cvc2?|csc|cid|cav2|securityCode|cardSecurityCode|cardVerificationCode|cardVerificationValue|verificationCode)"\s*:\s*)(?:"\d{3,4}"|\d{3,4}(?=\s*[,}\]]))/gi;

/**
 * Values that hold digits and separators and are no card: GUIDs, IPv4 addresses, times of day with their offset, pairs
 * of coordinates. One in a few hundred of some of them would pass for a card by chance.
 */
const OTHER_VALUES =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?::\d{2,5})?(?![\d.])|(?<![\d:])(?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?:[+-]\d\d:?\d\d)?(?![\d:])|(?<![\d.])-?\d{1,3}\.\d{3,}\s?[,;/|]\s?-?\d{1,3}\.\d{3,}(?![\d.])/gi;
/** Characters of the longest of them that may begin before a run of digits, or end behind it. */
const OTHER_VALUE_CHARACTERS = 64;

/** Groups in which card numbers are printed and typed. */
const PRINTED = new Set([
  '4-4-4-4',
  '4-4-4-4-1',
  '4-4-4-4-2',
  '4-4-4-4-3',
  '4-4-4-1',
  '4-6-4',
  '4-6-5',
  '6-13',
  '8-8',
  '8-11',
]);

type Span = { readonly from: number; readonly to: number };
type FoundCard = Span & { readonly digits: string };

/** An international telephone number (E.164) has at most 15 digits, and a plus in front, as no card has. */
const isTelephone = (text: string, from: number, digits: string): boolean =>
  text[from - 1] === '+' && digits.length <= 15;

const isOtherValue = (text: string, { from, to }: Span): boolean => {
  const start = Math.max(0, from - OTHER_VALUE_CHARACTERS);
  const near = text.slice(start, to + OTHER_VALUE_CHARACTERS);
  return [...near.matchAll(OTHER_VALUES)].some(({ index, 0: value }) => {
    const at = start + index;
    return at < to && from < at + value.length;
  });
};

const BLANK_OR_HYPHEN = /^[\s-]$/;

/** The longest parts of at least two groups that one and the same separator parts, as first and last index. */
const uniformParts = (groups: readonly DigitGroup[]): (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = [];
  for (let first = 0; first < groups.length - 1;) {
    let last = first + 1;
    while (last + 1 < groups.length && groups[last + 1]?.separator === groups[last]?.separator) last += 1;
    found.push([first, last]);
    first = last;
  }
  return found;
};

/** Parts of groups of one length up to three, blanks or hyphens between them; the last group may be shorter. */
const evenParts = (groups: readonly DigitGroup[]): (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = [];
  for (let first = 0; first < groups.length - 1;) {
    const length = groups[first]?.digits.length ?? 0;
    const separator = groups[first + 1]?.separator ?? '';
    let last = first;
    const goesOn = (): boolean => groups[last + 1]?.separator === separator;
    if (length <= 3 && BLANK_OR_HYPHEN.test(separator)) {
      while (goesOn() && groups[last + 1]?.digits.length === length) last += 1;
      if (last > first) found.push([first, last]);
      if (last > first && goesOn() && (groups[last + 1]?.digits.length ?? 0) < length) found.push([first, last + 1]);
    }
    first = Math.max(last, first + 1);
  }
  return found;
};

const MOST_PRINTED_GROUPS = 5;

/** Whether a part goes on with its own separator: then it is some of a longer list of numbers. */
const isOfList = (groups: readonly DigitGroup[], first: number, last: number): boolean => {
  const separator = groups[last]?.separator ?? '';
  if (BLANK_OR_HYPHEN.test(separator)) return false;
  return groups[first]?.separator === separator || groups[last + 1]?.separator === separator;
};

/** Single groups that are long enough, and those one after another that are printed as a card's. */
const printedParts = (groups: readonly DigitGroup[]): (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = [];
  for (const [first, { digits }] of groups.entries()) {
    if (digits.length >= MIN_DIGITS) found.push([first, first]);
    if (digits.length !== 4 && digits.length !== 6 && digits.length !== 8) continue;
    let lengths = String(digits.length);
    for (let last = first + 1; last < groups.length && last < first + MOST_PRINTED_GROUPS; last += 1) {
      lengths += `-${groups[last]?.digits.length}`;
      if (PRINTED.has(lengths) && !isOfList(groups, first, last)) found.push([first, last]);
    }
  }
  return found;
};

/**
 * Cards in groups with short gaps: the whole stretch, each part of it with one separator throughout, single groups,
 * printed groups, and groups of one length. Linear in the number of groups.
 */
const cardsIn = (text: string, groups: readonly DigitGroup[]): readonly FoundCard[] => {
  const found: FoundCard[] = [];
  const taken = new Set<number>();
  const consider = ([first, last]: readonly [number, number]): void => {
    if (last - first >= MAX_DIGITS) return;
    let digits = '';
    for (let index = first; index <= last; index += 1) {
      if (taken.has(index)) return;
      digits += groups[index]?.digits ?? '';
    }
    const isSingle = first === last;
    if (!(isSingle ? isCardNumber(digits) : isIssuedCardNumber(digits))) return;
    // `0.4111111111111111`, or the digits behind its point.
    const isDecimal = last - first < 2 && groups[last]?.separator === '.';
    const span = { from: groups[first]?.from ?? 0, to: groups[last]?.to ?? 0 };
    if (isDecimal || isTelephone(text, span.from, digits) || (!isSingle && isOtherValue(text, span))) return;
    for (let index = first; index <= last; index += 1) taken.add(index);
    found.push({ ...span, digits });
  };
  for (const part of uniformParts(groups)) consider(part);
  if (groups.length > 1) consider([0, groups.length - 1]);
  for (const part of [...printedParts(groups), ...evenParts(groups)]) consider(part);
  return found.toSorted((one, other) => one.from - other.from);
};

/** Tells, for offsets asked in rising order, whether they stand inside a JSON string; reads the text once in all. */
const stringTracker = (text: string): ((offset: number) => boolean) => {
  let position = 0;
  let inside = false;
  return (offset) => {
    for (; position < offset; position += 1) {
      const code = text.charCodeAt(position);
      if (code === 92 && inside) position += 1;
      else if (code === 34) inside = !inside;
    }
    return inside;
  };
};

/** Whole numbers, perhaps written as `4111111111111111.0` or with an exponent. */
const NUMBER = /(?<![\d.])-?(?:\d{13,19}(?:\.0+)?(?![\d.e])|(\d)\.(\d{1,18})e\+?(\d\d))(?!\d)/gi;
/** Characters of an exponent, whose letter ends the run of digits before it. */
const EXPONENT_CHARACTERS = 4;

/** A number outside a string that is a card, perhaps negative. */
const bareCards = (text: string, { from, to }: Span): readonly FoundCard[] => {
  const found: FoundCard[] = [];
  for (const match of text.slice(from, to + EXPONENT_CHARACTERS).matchAll(NUMBER)) {
    const [token, whole, fraction = '', exponent = '0'] = match;
    const written = token.replace('-', '').replace(/\.0+$/, '');
    const digits = whole === undefined ? written : `${whole}${fraction.padEnd(Number(exponent), '0')}`;
    const isWhole = whole === undefined || fraction.length <= Number(exponent);
    if (isWhole && isCardNumber(digits))
      found.push({ from: from + match.index, to: from + match.index + token.length, digits });
  }
  return found;
};

const findCards = (text: string): readonly (FoundCard & { readonly isBare: boolean })[] => {
  const found: (FoundCard & { readonly isBare: boolean })[] = [];
  const isInside = stringTracker(text);
  eachDigitRun(text, (run) => {
    if (!isInside(run.from)) {
      for (const card of bareCards(text, run)) found.push({ ...card, isBare: true });
      return;
    }
    eachStretch(text, run, (groups) => {
      for (const card of cardsIn(text, groups)) found.push({ ...card, isBare: false });
    });
  });
  return found;
};

/**
 * Masks card data in JSON text and gives text that parses to the same shape: a masked bare number becomes a string.
 *
 * A card number is found in one piece, or in pieces with up to three characters between them that are no letters, in
 * digits of any script, escaped or percent-encoded. In one piece or printed groups its first digit and Luhn check tell
 * it; in any other pieces its prefix and length must be those of a network as well, which keeps dates, coordinates and
 * lists of numbers readable.
 *
 * `cardFingerprint` may add a suffix that tells two masked numbers apart without giving them away (a keyed hash), for
 * events whose id is a card number by chance or mistake. Text without card data comes back as it was.
 */
export const maskCardData = (text: string, cardFingerprint: (digits: string) => string = () => ''): string => {
  let masked = '';
  let done = 0;
  for (const { from, to, digits, isBare } of findCards(text)) {
    const replacement = `${maskCardNumber(digits)}${cardFingerprint(digits)}`;
    masked += text.slice(done, from) + (isBare ? JSON.stringify(replacement) : replacement);
    done = to;
  }
  return (masked + text.slice(done)).replace(SECURITY_CODE, '$1"***"');
};

/** Masks card data in a text that is not JSON, such as a header, an address or a line of a log. */
export const maskCardText = (text: string, cardFingerprint?: (digits: string) => string): string => {
  const quoted = JSON.stringify(text);
  const masked = maskCardData(quoted, cardFingerprint);
  return masked === quoted ? text : (JSON.parse(masked) as string);
};
