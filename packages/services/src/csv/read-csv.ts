import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  csvDelimiterOf,
  encodingOf,
  fail,
  hasUnassigned,
  headerProblems,
  likelyDividerOf,
  LIST_BYTE_LIMIT,
  listNameKey,
  rowExpiryMs,
  type CsvDelimiter,
  type TextEncoding,
} from '@redoubt/domain';
import { isCleanText, unguardCell } from '@redoubt/kernel';
import { ListChunker, listContentHash, type ListChunk } from '@redoubt/storage';
import { CsvError, parse } from 'csv-parse';
import {
  headerProblem,
  expiryMissing,
  malformed,
  noExpiry,
  raggedRow,
  tooManyRows,
  uncleanCell,
  unknownEncoding,
  type CsvProblem,
} from './csv-problems.ts';
import { readBody, type BodyBytes } from './body-bytes.ts';
import { Turns } from '../turns.ts';
import { PREVIEW_ROWS } from './preview-rows.ts';
import type { RowSource } from './row-source.ts';

/** Keeps a file of almost empty rows from filling the memory; at 20 MB a row then has ten bytes. */
export const MAX_LIST_ROWS = 2_000_000;
/** Enough to mend a file by; reading stops after them. */
const MAX_PROBLEMS = 100;

type CsvFormat = { readonly delimiter: CsvDelimiter; readonly encoding: TextEncoding };

/** An uploaded file: its bytes are kept, its rows read again by the code that needs them. */
export type CsvFile = RowSource & {
  /** Names without blanks around; empty where the file has no usable header. */
  readonly columns: readonly string[];
  /** Cells letter by letter as they stand in the file, without the mark of text that looks like a formula. */
  readonly rows: () => AsyncIterable<readonly string[]>;
  readonly firstRows: readonly (readonly string[])[];
  readonly sizeBytes: number;
  /** What divides its cells. */
  readonly delimiter: CsvDelimiter;
  readonly encoding: TextEncoding;
  /** Of a file of one column: the sign that most likely was to divide it; null for none. */
  readonly likelyDivider: string | null;
  /** Column of the file that says when a row expires; null for none. */
  readonly expiryColumn: string | null;
  /** Names the content: equal columns, rows and expiry give an equal hash. */
  readonly contentHash: string;
  readonly problems: readonly CsvProblem[];
};

/** What is parsed at once: less than a millisecond's worth. The parser takes a piece whole, without a pause. */
const PIECE_BYTES = 8 * 1024;
/** What is looked at for the sign that divides cells. */
const SAMPLE_BYTES = 256 * 1024;

class UnknownEncoding extends Error {}

/** The bytes of a file. Throws LIST-TOO-LARGE as soon as they are too many. */
const bytesOf = (stream: Readable): Promise<BodyBytes> =>
  readBody(stream, (sizeBytes) => {
    if (sizeBytes >= LIST_BYTE_LIMIT) throw fail('LIST-TOO-LARGE', { limitBytes: LIST_BYTE_LIMIT });
  });

/** Pieces that are worked on at once, and an empty one at the end. */
function* slicesOf({ pieces }: BodyBytes): Generator<Uint8Array> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.byteLength; from += PIECE_BYTES) yield piece.subarray(from, from + PIECE_BYTES);
  }
  yield new Uint8Array();
}

/** The file as text, piece by piece. Throws `UnknownEncoding` where bytes have no letter. */
async function* decode(bytes: BodyBytes, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (const slice of slicesOf(bytes)) {
    let text: string;
    try {
      text = decoder.decode(slice, { stream: slice.byteLength > 0 });
    } catch (error) {
      throw new UnknownEncoding('no letters', { cause: error });
    }
    if (encoding === 'windows-1252' && hasUnassigned(text)) throw new UnknownEncoding('no letters');
    if (text !== '') yield text;
  }
}

const isUtf8 = async (bytes: BodyBytes): Promise<boolean> => {
  const turns = new Turns();
  try {
    for await (const _text of decode(bytes, 'utf-8')) if (turns.isOver) await turns.next();
  } catch (error) {
    if (error instanceof UnknownEncoding) return false;
    throw error;
  }
  return true;
};

/** The first bytes of a file. */
const firstOf = ({ pieces }: BodyBytes, most: number): Uint8Array => {
  const found: Uint8Array[] = [];
  let left = most;
  for (const piece of pieces) {
    if (left <= 0) break;
    found.push(piece.subarray(0, left));
    left -= piece.byteLength;
  }
  return Buffer.concat(found);
};

const lineOf = ({ lines }: CsvError): number | null => (typeof lines === 'number' ? lines : null);

type ParsedRow = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

const csvParser = (delimiter: CsvDelimiter) =>
  parse({
    info: true,
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  });

/** The rows of a file that was read before and has no problems. */
async function* rowsOf(bytes: BodyBytes, format: CsvFormat): AsyncGenerator<readonly string[]> {
  const parser = Readable.from(decode(bytes, format.encoding)).pipe(csvParser(format.delimiter));
  let isHeader = true;
  const turns = new Turns();
  for await (const { record } of parser as AsyncIterable<ParsedRow>) {
    if (!isHeader) yield record.map(unguardCell);
    isHeader = false;
    if (turns.isOver) await turns.next();
  }
}

/** Looks through the rows of one file and notes what is wrong with them. */
class Reader {
  columns: readonly string[] = [];
  rowCount = 0;
  readonly firstRows: (readonly string[])[] = [];
  readonly problems: CsvProblem[] = [];
  line = 0;
  readonly #chunker = new ListChunker();
  readonly #chunkHashes: string[] = [];
  readonly #wantedExpiry: string | null;
  #expiryAt = -1;
  #hasHeader = false;

  constructor(expiryColumn: string | null) {
    this.#wantedExpiry = expiryColumn;
  }

  get hasHeader(): boolean {
    return this.#hasHeader;
  }

  /** The wanted column as the file writes it. */
  get expiryColumn(): string | null {
    return this.columns[this.#expiryAt] ?? null;
  }

  add({ record: cells, info }: ParsedRow): void {
    const record = cells.map(unguardCell);
    this.line = info.lines;
    if (this.#hasHeader) this.#addRow(record);
    else this.#addHeader(record.map((name) => name.trim()));
    if (!record.every(isCleanText)) this.problems.push(uncleanCell(this.line));
  }

  #addHeader(columns: readonly string[]): void {
    this.#hasHeader = true;
    this.columns = columns;
    this.problems.push(...headerProblems(columns).map(headerProblem));
    const wanted = this.#wantedExpiry;
    if (wanted === null) return;
    this.#expiryAt = columns.findIndex((name) => listNameKey(name) === listNameKey(wanted));
    if (this.#expiryAt < 0) this.problems.push(expiryMissing(wanted));
  }

  #addRow(record: readonly string[]): void {
    this.#note(this.#chunker.add(record));
    if (record.length !== this.columns.length) {
      this.problems.push(raggedRow(this.line, record.length, this.columns.length));
      return;
    }
    const expiry = record[this.#expiryAt];
    if (expiry !== undefined && rowExpiryMs(expiry) === undefined) this.problems.push(noExpiry(this.line, expiry));
    this.rowCount += 1;
    if (this.rowCount <= PREVIEW_ROWS) this.firstRows.push(record);
    if (this.rowCount > MAX_LIST_ROWS) this.problems.push(tooManyRows(this.line, MAX_LIST_ROWS));
  }

  /** Names what was read; called when all of it was. */
  contentHash(): string {
    this.#note(this.#chunker.end());
    return listContentHash(this, this.#chunkHashes);
  }

  #note(chunk: ListChunk | undefined): void {
    if (chunk) this.#chunkHashes.push(chunk.hash);
  }

  /** True where going on would tell nothing new. */
  get isHopeless(): boolean {
    return (
      this.problems.length >= MAX_PROBLEMS ||
      this.rowCount > MAX_LIST_ROWS ||
      (this.line > 0 && this.columns.length === 0)
    );
  }
}

/**
 * Reads an uploaded CSV: one header row of unique names, rows of equal length, cells divided by comma, semicolon, tab or
 * `|`, in UTF-8, marked UTF-16 or Windows-1252. What is wrong with the file is in `problems`; only a file that is too
 * large throws (LIST-TOO-LARGE), and one whose sender went away (REQ-INVALID). Holds the bytes of the file, never its
 * rows.
 *
 * @param expiryColumn column whose cells are to say when rows expire; null for none.
 */
export const readCsv = async (stream: Readable, expiryColumn: string | null = null): Promise<CsvFile> => {
  const reader = new Reader(expiryColumn);
  const bytes = await bytesOf(stream);
  const first = firstOf(bytes, SAMPLE_BYTES);
  const encoding = encodingOf(first, await isUtf8(bytes));
  const sample = new TextDecoder(encoding).decode(first);
  const format: CsvFormat = { encoding, delimiter: csvDelimiterOf(sample) };
  const { problems } = reader;
  const parser = csvParser(format.delimiter);
  // Whatever goes wrong on the way in ends the parser with the same error, where it is distinguished.
  const fed = pipeline(Readable.from(decode(bytes, encoding)), parser).catch(() => undefined);
  try {
    const turns = new Turns();
    for await (const row of parser as AsyncIterable<ParsedRow>) {
      reader.add(row);
      if (reader.isHopeless) break;
      if (turns.isOver) await turns.next();
    }
  } catch (error) {
    if (error instanceof UnknownEncoding) problems.push(unknownEncoding(reader.line + 1));
    else if (error instanceof CsvError) problems.push(malformed(lineOf(error) ?? reader.line + 1, error.message));
    else throw error;
  } finally {
    await fed;
  }
  if (!reader.hasHeader && problems.length === 0) problems.push(...headerProblems([]).map(headerProblem));
  return {
    columns: reader.columns,
    rowCount: reader.rowCount,
    firstRows: reader.firstRows,
    rows: () => rowsOf(bytes, format),
    sizeBytes: bytes.sizeBytes,
    ...format,
    likelyDivider: reader.columns.length === 1 ? likelyDividerOf(sample) : null,
    expiryColumn: reader.expiryColumn,
    contentHash: reader.contentHash(),
    problems: problems.slice(0, MAX_PROBLEMS),
  };
};
