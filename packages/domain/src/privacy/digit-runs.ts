import { MIN_DIGITS } from './card-number.ts';

/** Characters between two digits of one card number, at most: ` - ` is three. */
const MAX_GAP = 3;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isAsciiLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const BACKSLASH = 92;
const QUOTE = 34;
const PERCENT = 37;
/** Characters of the longest escape, `\uXXXX`, after its backslash. */
const ESCAPE_CHARACTERS = 5;

/** Backslashes directly before an offset are odd: what stands there is escaped. */
const isEscaped = (text: string, at: number): boolean => {
  let from = at;
  while (from > 0 && text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (at - from) % 2 === 1;
};

/** Whether a letter may be part of an escape, which stands for one character. */
const isInEscape = (text: string, at: number): boolean => {
  for (let from = Math.max(0, at - ESCAPE_CHARACTERS); from < at; from += 1) {
    if (text.charCodeAt(from) === BACKSLASH) return true;
  }
  return text.charCodeAt(at - 1) === PERCENT || text.charCodeAt(at - 2) === PERCENT;
};

/** Digit, separator, or a character beyond ASCII; letters end a run, and so do the quotes around a string. */
const isOfRun = (text: string, at: number, hasEscapes: boolean): boolean => {
  const code = text.charCodeAt(at);
  if (isAsciiLetter(code)) return hasEscapes && isInEscape(text, at);
  return code !== QUOTE || (hasEscapes && isEscaped(text, at));
};

/**
 * Calls back with each stretch of JSON text that holds no letter and enough digits for a card number. A card number
 * covers one of every 13 characters, so only those are looked at: most of a text is never read.
 *
 * Digits beyond ASCII and those spelled as escapes are counted generously.
 */
export const eachDigitRun = (
  text: string,
  visit: (run: { readonly from: number; readonly to: number }) => void,
): void => {
  const hasEscapes = text.includes('\\') || text.includes('%');
  for (let at = MIN_DIGITS - 1; at < text.length; at += MIN_DIGITS) {
    if (!isOfRun(text, at, hasEscapes)) continue;
    let from = at;
    while (from > 0 && isOfRun(text, from - 1, hasEscapes)) from -= 1;
    let digits = 0;
    let to = from;
    for (; to < text.length && isOfRun(text, to, hasEscapes); to += 1) {
      const code = text.charCodeAt(to);
      if (isDigit(code) || code > 127 || code === BACKSLASH) digits += 1;
    }
    if (digits >= MIN_DIGITS) visit({ from, to });
    at = to - 1;
  }
};

/** Digits without anything between them. */
export type DigitGroup = {
  /** As ASCII digits. */
  readonly digits: string;
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  /** What stands between it and the group before, as it is spelled; null at the beginning of a stretch. */
  readonly separator: string | null;
};

const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/** What a character is to a card number: its value as an ASCII digit, something between digits, or a letter. */
type Kind = { readonly digit: string } | 'separator' | 'letter';

/** A decimal digit of any script, or what NFKC makes one (full width, circled, superscript). */
const kindOf = (character: string): Kind => {
  const compatible = character.normalize('NFKC');
  if (compatible.length === 1 && isDigit(compatible.charCodeAt(0))) return { digit: compatible };
  if (!DIGIT.test(character)) return LETTER.test(character) ? 'letter' : 'separator';
  // Unicode encodes decimal digits in runs of ten that begin with zero.
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return { digit: String((code - zero) % 10) };
};

/** Kinds are remembered: a text in another script asks for the same characters again and again. */
const kinds = new Map<string, Kind>();
const MAX_KINDS = 20_000;
const rememberedKindOf = (character: string): Kind => {
  const known = kinds.get(character);
  if (known !== undefined) return known;
  if (kinds.size >= MAX_KINDS) kinds.clear();
  const kind = kindOf(character);
  kinds.set(character, kind);
  return kind;
};

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** One escape, or the two of a surrogate pair. */
const UNICODE_ESCAPES = /^\\u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|[\da-f]{4})/i;
const ENCODED = /^%([2357][\da-f]|0[9ad]|[c-f][\da-f]%[89ab][\da-f](?:%[89ab][\da-f])*)/i;

/** A character as it is meant, and the offset behind what spells it: JSON escapes and percent encoding are undone. */
const characterAt = (text: string, at: number): { readonly character: string; readonly next: number } => {
  const first = text[at] ?? '';
  if (first === '\\') {
    const kind = text[at + 1] ?? '';
    const escapes = UNICODE_ESCAPES.exec(text.slice(at, at + 12))?.[0];
    if (escapes !== undefined) {
      const units = escapes.split('\\u').slice(1);
      const character = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
      return { character, next: at + escapes.length };
    }
    return { character: ESCAPED[kind] ?? kind, next: at + 2 };
  }
  if (first === '%') {
    const encoded = ENCODED.exec(text.slice(at, at + 12))?.[0];
    if (encoded !== undefined) {
      try {
        return { character: decodeURIComponent(encoded), next: at + encoded.length };
      } catch {
        return { character: first, next: at + 1 };
      }
    }
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { character, next: at + character.length };
};

/** Digits of one value each, and what parts them from the next: reads a run from left to right. */
class GroupReader {
  readonly #text: string;
  readonly #visit: (groups: readonly DigitGroup[]) => void;
  #groups: DigitGroup[] = [];
  #digitsInStretch = 0;
  #digits = '';
  #groupFrom = 0;
  #gapFrom = 0;
  #gap = 0;

  constructor(text: string, visit: (groups: readonly DigitGroup[]) => void) {
    this.#text = text;
    this.#visit = visit;
  }

  digit(digit: string, at: number): void {
    if (this.#digits === '') this.#groupFrom = at;
    this.#digits += digit;
    this.#digitsInStretch += 1;
  }

  other(isLetter: boolean, at: number): void {
    this.#endGroup(at);
    this.#gap += 1;
    if (isLetter || this.#gap > MAX_GAP) this.#endStretch();
  }

  end(at: number): void {
    this.#endGroup(at);
    this.#endStretch();
  }

  #endGroup(at: number): void {
    if (this.#digits === '') return;
    const from = this.#groupFrom;
    const separator = this.#groups.length === 0 ? null : this.#text.slice(this.#gapFrom, from);
    this.#groups.push({ digits: this.#digits, from, to: at, separator });
    this.#digits = '';
    this.#gapFrom = at;
    this.#gap = 0;
  }

  #endStretch(): void {
    if (this.#digitsInStretch >= MIN_DIGITS) this.#visit(this.#groups);
    if (this.#groups.length > 0) this.#groups = [];
    this.#digitsInStretch = 0;
  }
}

/** Calls back with the groups of digits of a run, stretch by stretch: those whose gaps are short. */
export const eachStretch = (
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  visit: (groups: readonly DigitGroup[]) => void,
): void => {
  const reader = new GroupReader(text, visit);
  for (let at = from; at < to;) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      reader.digit(text[at] ?? '', at);
      at += 1;
    } else if (code < 128 && code !== BACKSLASH && code !== PERCENT) {
      reader.other(isAsciiLetter(code), at);
      at += 1;
    } else {
      const { character, next } = characterAt(text, at);
      const kind = rememberedKindOf(character);
      if (typeof kind === 'object') reader.digit(kind.digit, at);
      else reader.other(kind === 'letter', at);
      at = next;
    }
  }
  reader.end(to);
};
