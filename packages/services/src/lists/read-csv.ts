import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail, headerProblems, LIST_BYTE_LIMIT } from '@redoubt/domain';
import { isCleanText } from '@redoubt/kernel';
import { CsvError, parse } from 'csv-parse';
import {
  headerProblem,
  malformed,
  notUtf8,
  raggedRow,
  tooManyRows,
  uncleanCell,
  type CsvProblem,
} from './csv-problems.ts';
import { unguardCell } from './formula-guard.ts';

/** Keeps a file of almost empty rows from filling the memory; at 20 MB a row then has ten bytes. */
export const MAX_LIST_ROWS = 2_000_000;
/** Enough to mend a file by; reading stops after them. */
const MAX_PROBLEMS = 100;

export type CsvFile = {
  /** Names without blanks around; empty where the file has no usable header. */
  readonly columns: readonly string[];
  /** Cells letter by letter as they stand in the file, without the mark of text that looks like a formula. */
  readonly rows: readonly (readonly string[])[];
  readonly sizeBytes: number;
  /** Names the content: equal columns and rows give an equal hash. */
  readonly contentHash: string;
  readonly problems: readonly CsvProblem[];
};

class NotUtf8 extends Error {}

/** The file as text, piece by piece. Throws LIST-TOO-LARGE as soon as it is, and `NotUtf8`. */
async function* decode(stream: Readable, count: (bytes: number) => number): AsyncGenerator<string> {
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
    if (count(chunk.byteLength) >= LIST_BYTE_LIMIT) throw fail('LIST-TOO-LARGE', { limitBytes: LIST_BYTE_LIMIT });
    yield text(chunk);
  }
  yield text();
}

type ParsedRow = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** Collects the rows of one file and what is wrong with them. */
class Collector {
  columns: readonly string[] = [];
  readonly rows: (readonly string[])[] = [];
  readonly problems: CsvProblem[] = [];
  line = 0;
  readonly #hash = createHash('sha256');
  #hasHeader = false;

  add({ record: cells, info }: ParsedRow): void {
    const record = cells.map(unguardCell);
    this.line = info.lines;
    if (!this.#hasHeader) {
      this.#hasHeader = true;
      this.columns = record.map((name) => name.trim());
      this.problems.push(...headerProblems(this.columns).map(headerProblem));
    } else if (record.length !== this.columns.length) {
      this.problems.push(raggedRow(this.line, record.length, this.columns.length));
    } else {
      this.rows.push(record);
    }
    if (!record.every(isCleanText)) this.problems.push(uncleanCell(this.line));
    if (this.rows.length > MAX_LIST_ROWS) this.problems.push(tooManyRows(this.line, MAX_LIST_ROWS));
    this.#hash.update(`${JSON.stringify(record)}\n`);
  }

  /** True where going on would tell nothing new. */
  get isHopeless(): boolean {
    return (
      this.problems.length >= MAX_PROBLEMS ||
      this.rows.length > MAX_LIST_ROWS ||
      (this.line > 0 && !this.columns.length)
    );
  }

  finish(sizeBytes: number): CsvFile {
    if (!this.#hasHeader && this.problems.length === 0) this.problems.push(...headerProblems([]).map(headerProblem));
    return {
      columns: this.columns,
      rows: this.rows,
      sizeBytes,
      contentHash: this.#hash.digest('hex'),
      problems: this.problems.slice(0, MAX_PROBLEMS),
    };
  }
}

/**
 * Reads an uploaded CSV as it arrives: UTF-8, comma, one header row of unique names, rows of equal length. What is wrong
 * with the file is in `problems`; only a file that is too large throws (LIST-TOO-LARGE), and one whose sender went away
 * (REQ-INVALID). What is not needed any more is read and dropped.
 */
export const readCsv = async (stream: Readable): Promise<CsvFile> => {
  const collector = new Collector();
  let sizeBytes = 0;
  const count = (bytes: number): number => (sizeBytes += bytes);
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  // Whatever goes wrong on the way in ends the parser with the same error, where it is told apart.
  const fed = pipeline(Readable.from(decode(stream, count)), parser).catch(() => undefined);
  try {
    for await (const row of parser as AsyncIterable<ParsedRow>) {
      collector.add(row);
      if (collector.isHopeless) break;
    }
  } catch (error) {
    if (error instanceof NotUtf8) collector.problems.push(notUtf8(collector.line + 1));
    else if (error instanceof CsvError) collector.problems.push(malformed(collector.line + 1, error.message));
    else if (stream.errored) throw fail('REQ-INVALID', { count: 1 }, error);
    else throw error;
  } finally {
    await fed;
    stream.resume();
  }
  return collector.finish(sizeBytes);
};
