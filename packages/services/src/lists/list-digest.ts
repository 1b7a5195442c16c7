import { createHash } from 'node:crypto';
import { csvLine } from './write-csv.ts';

/** Lines of a downloaded file end with `\r\n`. */
const LINE_END_BYTES = 2;

/** Counts a content row by row and names it: equal columns, rows and expiry give an equal hash. */
export class ListDigest {
  rowCount = 0;
  /** Of the content as a downloaded file. */
  sizeBytes = 0;
  readonly #hash = createHash('sha256');

  /** @param columns none where the header is added as a row. */
  constructor(columns?: readonly string[]) {
    if (columns) this.addHeader(columns);
  }

  addHeader(columns: readonly string[]): void {
    this.#add(columns);
  }

  add(row: readonly string[]): void {
    this.#add(row);
    this.rowCount += 1;
  }

  /** @param expiryColumn column that says when a row expires; null for none. */
  contentHash(expiryColumn: string | null): string {
    const hash = this.#hash.copy();
    if (expiryColumn !== null) hash.update(`expiry ${JSON.stringify(expiryColumn)}\n`);
    return hash.digest('hex');
  }

  #add(row: readonly string[]): void {
    this.#hash.update(`${JSON.stringify(row)}\n`);
    this.sizeBytes += Buffer.byteLength(csvLine(row)) + LINE_END_BYTES;
  }
}

/** Passes rows on and counts them into a digest. */
export async function* digesting(
  rows: AsyncIterable<readonly string[]>,
  digest: ListDigest,
): AsyncGenerator<readonly string[]> {
  for await (const row of rows) {
    digest.add(row);
    yield row;
  }
}
