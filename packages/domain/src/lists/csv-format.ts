/** Signs that divide the cells of a row, the likeliest first. */
export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

/** How the bytes of a text file stand for letters. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

type DecodedText = { readonly text: string; readonly encoding: TextEncoding };

const decodeAs = (bytes: Uint8Array, encoding: TextEncoding): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** Bytes that Windows-1252 gives no letter become these control characters. */
const UNASSIGNED = /[\u0080-\u009f]/u;

/** UTF-16 by its byte order mark, which programs for tables write. */
const markedEncoding = ([first, second]: Uint8Array): TextEncoding | null =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;

/** Whether a text that was read as Windows-1252 holds what that has no letter for. */
export const hasUnassigned = (text: string): boolean => UNASSIGNED.test(text);

/** The encoding of a file: what its mark says, else UTF-8 where it is, else Windows-1252. */
export const encodingOf = (bytes: Uint8Array, isUtf8: boolean): TextEncoding =>
  markedEncoding(bytes) ?? (isUtf8 ? 'utf-8' : 'windows-1252');

/**
 * A file as text, without its byte order mark: UTF-8, UTF-16 with a mark, or else Windows-1252, as older programs for
 * tables save. Windows-1252 is a guess, so the reader of the text says that it was made. Null where it fits none.
 */
export const decodeText = (bytes: Uint8Array): DecodedText | null => {
  const marked = markedEncoding(bytes);
  try {
    const encoding = marked ?? 'utf-8';
    return { text: decodeAs(bytes, encoding), encoding };
  } catch {
    if (marked !== null) return null;
  }
  const text = decodeAs(bytes, 'windows-1252');
  return hasUnassigned(text) ? null : { text, encoding: 'windows-1252' };
};

/** Characters looked at: enough for the header and some rows of any table. */
const SAMPLE_CHARACTERS = 64_000;
const SAMPLE_ROWS = 50;

/** How often each sign stands outside quotes in the first rows; the last row may be cut off and is left out then. */
const countsByRow = (text: string, signs: readonly string[]): readonly (readonly number[])[] => {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const rows: number[][] = [];
  let counts = signs.map(() => 0);
  let isQuoted = false;
  let isEmpty = true;
  const endRow = (): void => {
    if (!isEmpty) rows.push(counts);
    counts = signs.map(() => 0);
    isEmpty = true;
  };
  for (const character of sample) {
    if (rows.length >= SAMPLE_ROWS) return rows;
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && (character === '\n' || character === '\r')) endRow();
    else {
      isEmpty = false;
      const at = isQuoted ? -1 : signs.indexOf(character);
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  if (sample.length === text.length) endRow();
  return rows.length === 0 ? [counts] : rows;
};

/** The part of the rows that have as many cells as the header, from 0 to 1. */
const evenness = (rows: readonly (readonly number[])[], at: number): number =>
  rows.filter((row) => row[at] === rows[0]?.[at]).length / rows.length;

/**
 * What divides the cells of a table: of the signs that divide its header the one that divides most rows alike, and of
 * those the one that makes most columns. A header of one column is divided by nothing, and a comma stands for that.
 */
export const csvDelimiterOf = (text: string): CsvDelimiter => {
  const rows = countsByRow(text, CSV_DELIMITERS);
  const candidates = CSV_DELIMITERS.map((delimiter, at) => ({
    delimiter,
    cells: rows[0]?.[at] ?? 0,
    even: evenness(rows, at),
  })).filter(({ cells }) => cells > 0);
  return candidates.toSorted((a, b) => b.even - a.even || b.cells - a.cells)[0]?.delimiter ?? ',';
};

/** Signs that divide cells in files whose header alone does not tell them from a list of one column. */
const LIKELY_DIVIDERS = [...CSV_DELIMITERS, ':', '^', '~'] as const;

/**
 * The sign that most likely was to divide the one column of a file: it stands equally often in every row, and, for signs
 * that also stand in times and addresses, in the header. Null for none.
 */
export const likelyDividerOf = (text: string): string | null => {
  const rows = countsByRow(text, LIKELY_DIVIDERS);
  const [header, ...body] = rows;
  if (body.length === 0) return null;
  const found = LIKELY_DIVIDERS.find((sign, at) => {
    const often = body[0]?.[at] ?? 0;
    const isDelimiter = (CSV_DELIMITERS as readonly string[]).includes(sign);
    return often > 0 && body.every((row) => row[at] === often) && (isDelimiter || header?.[at] === often);
  });
  return found ?? null;
};
