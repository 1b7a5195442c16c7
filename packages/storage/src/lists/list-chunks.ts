import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Cells of one row. */
export type ListRow = readonly string[];

/** Rows that are kept together, named by what they are. */
export type ListChunk = {
  /** SHA-256 of the text, in base64url. */
  readonly hash: string;
  readonly rowCount: number;
  /** The rows as JSON. */
  readonly text: string;
};

/** The chunks of a content in file order. */
export type ListChunks = {
  readonly hashes: readonly string[];
  /** Rows of each. */
  readonly rowCounts: readonly number[];
};

/** Characters of a chunk before it may end. */
const MIN_LENGTH = 8 * 1024;
/** Characters, on average, from there to its end. */
const MEAN_MORE = 16 * 1024;
/** Characters at which a chunk ends after whatever row. */
const MAX_LENGTH = 128 * 1024;

/** Whether a chunk may end behind a row: the row's own text says so, in proportion to its length. */
const isBorder = (row: string): boolean => crc32(row) * MEAN_MORE < row.length * 2 ** 32;

/**
 * Cuts rows into chunks where the rows themselves say so. Where a chunk ends depends on nothing before its first row, so
 * equal contents have equal chunks however they came to be, and a change moves the borders beside it alone.
 */
export class ListChunker {
  #rows: string[] = [];
  #length = 0;

  /** Whether the next row begins a chunk. */
  get isAtBorder(): boolean {
    return this.#rows.length === 0;
  }

  /** Adds a row; gives the chunk that ends with it. */
  add(row: ListRow): ListChunk | undefined {
    const text = JSON.stringify(row);
    this.#rows.push(text);
    this.#length += text.length + 1;
    if (this.#length < MIN_LENGTH) return undefined;
    return this.#length >= MAX_LENGTH || isBorder(text) ? this.end() : undefined;
  }

  /** Gives the last chunk; undefined where the rows ended with the one before, or there are none. */
  end(): ListChunk | undefined {
    if (this.isAtBorder) return undefined;
    const text = `[${this.#rows.join(',')}]`;
    const chunk = { hash: hash('sha256', text, 'base64url'), rowCount: this.#rows.length, text };
    this.#rows = [];
    this.#length = 0;
    return chunk;
  }
}

/** Names a content: equal columns, rows and expiry give an equal hash. */
export const listContentHash = (
  { columns, expiryColumn }: { readonly columns: readonly string[]; readonly expiryColumn: string | null },
  chunkHashes: readonly string[],
): string => {
  const digest = createHash('sha256').update(`${JSON.stringify([columns, expiryColumn])}\n`);
  for (const chunkHash of chunkHashes) digest.update(`${chunkHash}\n`);
  return digest.digest('hex');
};
