import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { PassThrough, pipeline, type Duplex } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { csvDelimiterOf, decodeText, type CsvDelimiter, type TextEncoding } from '@redoubt/domain';
import { CsvError, parse } from 'csv-parse';
import { CliError } from '../../cli-error.ts';

/** A CSV file, plain or gzipped, read as a stream. */
export type CsvFile = {
  readonly columns: readonly string[];
  /** The rows below the header, once. */
  readonly rows: () => AsyncIterable<readonly string[]>;
  /** Part of the file that has been read, 0 to 1. */
  readonly shareRead: () => number;
  readonly close: () => void;
};

const GZIP_MAGIC = 0x1f8b;

/** Bytes looked at for what divides cells and stands for letters. */
const SAMPLE_BYTES = 256_000;

type CsvFormat = { readonly delimiter: CsvDelimiter; readonly encoding: TextEncoding };

/** The longest prefix that ends with a whole row, so that no letter is cut in half. */
const wholeRows = (bytes: Buffer): Buffer => {
  const end = bytes.lastIndexOf(0x0a);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
};

/** How a file is written, by its beginning. @throws `CliError` where its encoding cannot be recognised. */
const formatOf = async (name: string, path: string, isPacked: boolean): Promise<CsvFormat> => {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  const source = createReadStream(path);
  const unpacked: Duplex = isPacked ? createGunzip() : new PassThrough();
  pipeline(source, unpacked, () => undefined);
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    pieces.push(piece);
    sizeBytes += piece.length;
    if (sizeBytes >= SAMPLE_BYTES) break;
  }
  source.destroy();
  const bytes = Buffer.concat(pieces);
  const decoded = decodeText(sizeBytes >= SAMPLE_BYTES ? wholeRows(bytes) : bytes);
  if (decoded === null) {
    throw new CliError(`${name} is encoded neither as UTF-8 nor as Windows-1252. Save it as UTF-8.`);
  }
  return { delimiter: csvDelimiterOf(decoded.text), encoding: decoded.encoding };
};

/** Bytes of a file as the UTF-8 that the parser reads. */
async function* asUtf8(bytes: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer | string> {
  if (encoding === 'utf-8') {
    yield* bytes;
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE(0) === GZIP_MAGIC;
  } finally {
    await file.close();
  }
};

/** The error of a stream in words for the person whose file it is. */
const readableError = (name: string, error: unknown): unknown => {
  if (error instanceof CsvError) {
    const line = typeof error.lines === 'number' ? `, line ${error.lines}` : '';
    return new CliError(`${name}${line}: ${error.message}. Correct the line and run the same command again.`, {
      cause: error,
    });
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CliError(`There is no file ${name}.`, { cause: error });
  if (code === 'EISDIR') return new CliError(`${name} is a directory, not a CSV file.`, { cause: error });
  if (code?.startsWith('Z_') ?? false) {
    return new CliError(`${name} is a damaged gzip file (${message}). Fetch it again.`, { cause: error });
  }
  return code === undefined ? error : new CliError(`${name} cannot be read: ${message}.`, { cause: error });
};

/**
 * Opens a CSV file and reads its header. Columns are found by name, in any order; a byte order mark is left out. Cells are
 * divided by comma, semicolon, tab or `|`, letters are UTF-8, marked UTF-16 or Windows-1252, as its beginning says.
 *
 * @param name as the person typed it, for messages.
 * @throws `CliError` for a file that is missing, empty, damaged or no CSV.
 */
export const openCsv = async (name: string, path: string): Promise<CsvFile> => {
  try {
    const { size } = await stat(path);
    const source = createReadStream(path);
    const isPacked = await isGzip(path);
    const { delimiter, encoding } = await formatOf(name, path, isPacked);
    const unpacked = isPacked ? createGunzip() : new PassThrough();
    const parser = parse({ bom: true, skip_empty_lines: true, delimiter });
    // A failure of any stage destroys the parser with it, so that its reader hears of it.
    pipeline(
      source,
      unpacked,
      (bytes: AsyncIterable<Buffer>) => asUtf8(bytes, encoding),
      parser,
      () => undefined,
    );
    const records = (parser as AsyncIterable<readonly string[]>)[Symbol.asyncIterator]();
    const header = await records.next();
    if (header.done === true) throw new CliError(`${name} is empty: its first line must name the columns.`);
    return {
      columns: header.value.map((column) => column.trim()),
      rows: async function* rows() {
        try {
          for (;;) {
            const record = await records.next();
            if (record.done === true) return;
            yield record.value;
          }
        } catch (error) {
          throw readableError(name, error);
        }
      },
      shareRead: () => (size === 0 ? 1 : source.bytesRead / size),
      close: () => {
        source.destroy();
        parser.destroy();
      },
    };
  } catch (error) {
    throw readableError(name, error);
  }
};
