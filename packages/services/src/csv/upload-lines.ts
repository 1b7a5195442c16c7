import {
  csvDelimiterOf,
  decodeText,
  fail,
  hasUnassigned,
  MAX_UNPACKED_BYTES,
  MAX_UNPACKED_RATIO,
  MAX_UPLOAD_COLUMNS,
  MAX_UPLOAD_LINE_CHARACTERS,
  type TextEncoding,
} from '@redoubt/domain';
import { unguardCell } from '@redoubt/kernel';
import type { UploadFormat } from '@redoubt/storage';
import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Turns } from '../turns.ts';

/** One line of a file with its number, from 1. */
export type UploadLine = {
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a cell goes on behind the quote that closes it. */
  readonly hasWrongQuotes: boolean;
};

/** What is looked at to tell how a file is read. */
const SAMPLE_BYTES = 256 * 1024;
/** What is parsed at once: less than a millisecond's worth. */
const PIECE_BYTES = 16 * 1024;
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** Where a reader of a file stands. */
export type UploadReading = { line: number; bytesRead: number };

async function* counted(bytes: AsyncIterable<Buffer>, reading: UploadReading): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    reading.bytesRead += piece.length;
    yield piece;
  }
}

/** The content of a packed file. Refuses one that is damaged, and one that would fill the machine (`UPLOAD-UNPACKED`). */
async function* unpacked(bytes: AsyncIterable<Buffer>, reading: UploadReading): AsyncGenerator<Buffer> {
  const source = Readable.from(counted(bytes, reading));
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let length = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      length += piece.length;
      // Small files pack well by chance.
      const isBomb = length > SAMPLE_BYTES * 64 && length > reading.bytesRead * MAX_UNPACKED_RATIO;
      if (isBomb || length > MAX_UNPACKED_BYTES) {
        throw fail('UPLOAD-UNPACKED', { ratio: MAX_UNPACKED_RATIO, limitBytes: MAX_UNPACKED_BYTES });
      }
      yield piece;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw fail('UPLOAD-GZIP', {}, error);
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

const contentOf = (bytes: AsyncIterable<Buffer>, isPacked: boolean, reading: UploadReading): AsyncIterable<Buffer> =>
  isPacked ? unpacked(bytes, reading) : counted(bytes, reading);

/** The file as text, piece by piece. Throws `UPLOAD-ENCODING` where bytes have no letter. */
async function* decoded(
  bytes: AsyncIterable<Buffer>,
  encoding: TextEncoding,
  reading: UploadReading,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (piece?: Buffer): string => {
    try {
      const text = piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
      if (encoding !== 'windows-1252' || !hasUnassigned(text)) return text;
    } catch (error) {
      throw fail('UPLOAD-ENCODING', { line: reading.line + 1 }, error);
    }
    throw fail('UPLOAD-ENCODING', { line: reading.line + 1 });
  };
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; from += PIECE_BYTES) {
      const text = decode(piece.subarray(from, from + PIECE_BYTES));
      if (text !== '') yield text;
    }
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

type ParsedRow = {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
  readonly raw: string;
};

/** Whether a cell goes on behind the quote that closes it: then it is not in its line as a CSV writes it. */
const isWronglyQuoted = (cell: string, raw: string): boolean =>
  cell.startsWith('"') && !raw.includes(`"${cell.replaceAll('"', '""')}"`);

/**
 * Every line of a file in its order, the header included. Holds a few pieces of it at a time. A line with wrong quotes is
 * marked, and the next one is read.
 *
 * @throws `UPLOAD-ENCODING`, `UPLOAD-GZIP`, `UPLOAD-UNPACKED`; `UPLOAD-QUOTES` for a quote that nothing closes.
 */
export async function* uploadLines(
  bytes: AsyncIterable<Buffer>,
  { isPacked, encoding, delimiter }: Omit<UploadFormat, 'columns'>,
  reading: UploadReading = { line: 0, bytesRead: 0 },
): AsyncGenerator<UploadLine> {
  let parsedLine = 0;
  const parser = parse({
    info: true,
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_UPLOAD_LINE_CHARACTERS,
    raw: true,
    on_record: (record, { lines }) => {
      parsedLine = lines;
      return record;
    },
  });
  const text = Readable.from(decoded(contentOf(bytes, isPacked, reading), encoding, reading));
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  const turns = new Turns();
  try {
    for await (const { record, info, raw } of parser as AsyncIterable<ParsedRow>) {
      reading.line = info.lines;
      yield {
        line: info.lines,
        cells: record.map(unguardCell),
        hasWrongQuotes: record.some((cell) => isWronglyQuoted(cell, raw)),
      };
      if (turns.isOver) await turns.next();
    }
  } catch (error) {
    if (error instanceof CsvError) throw fail('UPLOAD-QUOTES', { line: parsedLine + 1 }, error);
    throw error;
  } finally {
    text.destroy();
    parser.destroy();
  }
}

/** The beginning of what a file holds, unpacked. */
const sampleOf = async (bytes: AsyncIterable<Buffer>, isPacked: boolean): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of contentOf(bytes, isPacked, { line: 0, bytesRead: 0 })) {
    pieces.push(piece);
    length += piece.length;
    if (length >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(pieces);
};

/** Up to the last whole line, so that no letter is cut in half. */
const wholeLines = (bytes: Buffer): Buffer => {
  const end = bytes.lastIndexOf(0x0a);
  return bytes.length < SAMPLE_BYTES || end < 0 ? bytes : bytes.subarray(0, end + 1);
};

/** Names of columns: unique, and never empty, so that a mapping can name each. */
const columnNames = (header: readonly string[], hasHeader: boolean): readonly string[] => {
  const seen = new Set<string>();
  return header.map((cell, at) => {
    const wanted = (hasHeader ? cell.trim() : '') || `Column ${at + 1}`;
    let name = wanted;
    for (let number = 2; seen.has(name); number += 1) name = `${wanted} (${number})`;
    seen.add(name);
    return name;
  });
};

export type UploadSample = { readonly format: UploadFormat; readonly firstRows: readonly (readonly string[])[] };

/**
 * How a file is read, as its beginning says, and its first lines.
 *
 * @throws `UPLOAD-ENCODING`, `UPLOAD-GZIP`, `UPLOAD-UNPACKED`, `UPLOAD-EMPTY`, `UPLOAD-COLUMNS`.
 */
export const readSample = async (
  open: () => AsyncIterable<Buffer>,
  hasHeader: boolean,
  rows: number,
): Promise<UploadSample> => {
  let first: Buffer | undefined;
  for await (const piece of open()) {
    first = piece;
    break;
  }
  const isPacked = first?.[0] === GZIP_MAGIC[0] && first[1] === GZIP_MAGIC[1];
  const sample = wholeLines(await sampleOf(open(), isPacked));
  const text = decodeText(sample);
  if (text === null || text.text.includes('\u0000')) throw fail('UPLOAD-ENCODING', { line: 1 });
  const manner = { isPacked, encoding: text.encoding, delimiter: csvDelimiterOf(text.text) };
  const lines: (readonly string[])[] = [];
  const whole = { ...manner, isPacked: false };
  for await (const { cells } of uploadLines(Readable.from([sample]), whole)) {
    lines.push(cells);
    if (lines.length > rows) break;
  }
  const [header = []] = lines;
  if (header.length === 0) throw fail('UPLOAD-EMPTY');
  if (header.length > MAX_UPLOAD_COLUMNS) throw fail('UPLOAD-COLUMNS', { limit: MAX_UPLOAD_COLUMNS });
  const columns = columnNames(header, hasHeader);
  return { format: { ...manner, columns }, firstRows: hasHeader ? lines.slice(1) : lines.slice(0, rows) };
};
