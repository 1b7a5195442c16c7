import { parser } from '../grammar/parser.js';

/** Past this length no repair is searched for: each attempt reads the whole text again. */
const LONGEST_TEXT = 20_000;
const MOST_ATTEMPTS = 12;

/** A text to insert at an offset. */
export type Insertion = { readonly at: number; readonly insert: string };

/** Gives up at the first error: how the text goes on after it says nothing more, and finding that out takes most of a reading. */
const strictParser = parser.configure({ strict: true });

/** Whether a text has no syntax error. */
export const isReadable = (text: string): boolean => {
  try {
    const cursor = strictParser.parse(text).cursor();
    do {
      if (cursor.type.isError || cursor.name.startsWith('Unterminated')) return false;
    } while (cursor.next());
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};

/** The first insertion after which the whole text reads without a syntax error; null where none does. */
export const firstRepair = (text: string, candidates: readonly Insertion[]): Insertion | null => {
  if (text.length > LONGEST_TEXT) return null;
  return (
    candidates
      .slice(0, MOST_ATTEMPTS)
      .find(({ at, insert }) => isReadable(text.slice(0, at) + insert + text.slice(at))) ?? null
  );
};

/**
 * Places where the author may have meant to close a text that starts with a quote at `from`: before `)`, `]` or `,`, or
 * at the end of the line.
 */
export const closingPlaces = (text: string, from: number, quote: string): readonly Insertion[] => {
  const lineEnd = text.indexOf('\n', from);
  const end = text.slice(0, lineEnd < 0 ? text.length : lineEnd).trimEnd().length;
  const places: Insertion[] = [];
  for (const sign of [')', ']', ',']) {
    for (let at = text.indexOf(sign, from); at >= 0 && at < end; at = text.indexOf(sign, at + 1)) {
      places.push({ at, insert: quote });
    }
  }
  return [...places.slice(0, MOST_ATTEMPTS - 1), { at: end, insert: quote }];
};
