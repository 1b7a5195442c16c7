import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail, headerProblems, LIST_BYTE_LIMIT, listNameKey, rowExpiryMs } from '@redoubt/domain';
import { isCleanText } from '@redoubt/kernel';
import { CsvError, parse } from 'csv-parse';
import {
  headerProblem,
  expiryMissing,
  malformed,
  noExpiry,
  notUtf8,
  raggedRow,
  tooManyRows,
  uncleanCell,
  type CsvProblem,
} from './csv-problems.ts';
import { unguardCell } from './formula-guard.ts';
import { Turns } from '../turns.ts';
import { ListDigest } from './list-digest.ts';
import { PREVIEW_ROWS } from './preview-rows.ts';
import type { RowSource } from './row-source.ts';

/** Keeps a file of almost empty rows from filling the memory; at 20 MB a row then has ten bytes. */
export const MAX_LIST_ROWS = 2_000_000;
/** Enough to mend a file by; reading stops after them. */
const MAX_PROBLEMS = 100;

/** An uploaded file: its bytes are kept, its rows read again by whoever needs them. */
export type CsvFile = RowSource & {
  /** Names without blanks around; empty where the file has no usable header. */
  readonly columns: readonly string[];
  /** Cells letter by letter as they stand in the file, without the mark of text that looks like a formula. */
  readonly rows: () => AsyncIterable<readonly string[]>;
  readonly firstRows: readonly (readonly string[])[];
  readonly sizeBytes: number;
  /** Column of the file that says when a row expires; null for none. */
  readonly expiryColumn: string | null;
  /** Names the content: equal columns, rows and expiry give an equal hash. */
  readonly contentHash: string;
  readonly problems: readonly CsvProblem[];
};

/** What is parsed at once: a millisecond's worth. */
const PIECE_BYTES = 32 * 1024;

class NotUtf8 extends Error {}

/** The file as text, piece by piece. Throws LIST-TOO-LARGE as soon as it is, and `NotUtf8`. */
async function* decode(stream: Readable, keep: (bytes: Uint8Array) => number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const text = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new NotUtf8('not UTF-8', { cause: error });
    }
  };
  // A request that is given up on must stay open for its answer, so leaving early does not destroy it.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    for (let from = 0; from < chunk.byteLength; from += PIECE_BYTES) {
      const piece = chunk.subarray(from, from + PIECE_BYTES);
      if (keep(piece) >= LIST_BYTE_LIMIT) throw fail('LIST-TOO-LARGE', { limitBytes: LIST_BYTE_LIMIT });
      yield text(piece);
    }
  }
  yield text();
}

type ParsedRow = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

const csvParser = () =>
  parse({
    info: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  });

/** The rows of a file that was read before and has no problems. */
async function* rowsOf(pieces: readonly Uint8Array[]): AsyncGenerator<readonly string[]> {
  const parser = Readable.from(pieces).pipe(csvParser());
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
  readonly digest = new ListDigest();
  line = 0;
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
    this.digest.addHeader(columns);
    this.problems.push(...headerProblems(columns).map(headerProblem));
    const wanted = this.#wantedExpiry;
    if (wanted === null) return;
    this.#expiryAt = columns.findIndex((name) => listNameKey(name) === listNameKey(wanted));
    if (this.#expiryAt < 0) this.problems.push(expiryMissing(wanted));
  }

  #addRow(record: readonly string[]): void {
    this.digest.add(record);
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
 * Reads an uploaded CSV as it arrives: UTF-8, comma, one header row of unique names, rows of equal length. What is wrong
 * with the file is in `problems`; only a file that is too large throws (LIST-TOO-LARGE), and one whose sender went away
 * (REQ-INVALID). What is not needed any more is read and dropped. Holds the bytes of the file, never its rows.
 *
 * @param expiryColumn column whose cells are to say when rows expire; null for none.
 */
export const readCsv = async (stream: Readable, expiryColumn: string | null = null): Promise<CsvFile> => {
  const reader = new Reader(expiryColumn);
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  const keep = (piece: Uint8Array): number => {
    pieces.push(piece);
    return (sizeBytes += piece.byteLength);
  };
  const parser = csvParser();
  // Whatever goes wrong on the way in ends the parser with the same error, where it is told apart.
  const fed = pipeline(Readable.from(decode(stream, keep)), parser).catch(() => undefined);
  const { problems } = reader;
  try {
    const turns = new Turns();
    for await (const row of parser as AsyncIterable<ParsedRow>) {
      reader.add(row);
      if (reader.isHopeless) break;
      if (turns.isOver) await turns.next();
    }
  } catch (error) {
    if (error instanceof NotUtf8) problems.push(notUtf8(reader.line + 1));
    else if (error instanceof CsvError) problems.push(malformed(reader.line + 1, error.message));
    else if (stream.errored) throw fail('REQ-INVALID', { count: 1 }, error);
    else throw error;
  } finally {
    await fed;
    stream.resume();
  }
  if (!reader.hasHeader && problems.length === 0) problems.push(...headerProblems([]).map(headerProblem));
  return {
    columns: reader.columns,
    rowCount: reader.rowCount,
    firstRows: reader.firstRows,
    rows: () => rowsOf(pieces),
    sizeBytes,
    expiryColumn: reader.expiryColumn,
    contentHash: reader.digest.contentHash(reader.expiryColumn),
    problems: problems.slice(0, MAX_PROBLEMS),
  };
};
