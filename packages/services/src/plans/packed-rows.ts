import { Turns } from '../turns.ts';

type Row = readonly string[];

/** Rows of one block; a power of two. */
const BLOCK_ROWS = 1024;
/** Cells hold no NUL, so that it can end them. */
const END = '\0';

/** Some rows as UTF-8, each with its end in bytes. */
type Block = { readonly bytes: Uint8Array<ArrayBuffer>; readonly ends: Uint32Array<ArrayBuffer> };

/**
 * Rows outside of the heap: as objects, the rows of a long list would be copied and walked over by collections, which
 * stop everything else. Plain data whose buffers can be handed to another thread.
 */
export type PackedRows = { readonly length: number; readonly blocks: readonly Block[] };

const encoder = new TextEncoder();

const blockOf = (texts: readonly string[]): Block => {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [at, text] of texts.entries()) {
    end += Buffer.byteLength(text);
    ends[at] = end;
  }
  return { bytes: encoder.encode(texts.join('')), ends };
};

/** Packs rows as they come. */
class Packer {
  readonly #blocks: Block[] = [];
  #texts: string[] = [];
  #length = 0;

  add(row: Row): void {
    this.#texts.push(row.join(END));
    this.#length += 1;
    if (this.#texts.length === BLOCK_ROWS) this.#close();
  }

  #close(): void {
    this.#blocks.push(blockOf(this.#texts));
    this.#texts = [];
  }

  finish(): PackedRows {
    if (this.#texts.length > 0) this.#close();
    return { length: this.#length, blocks: this.#blocks };
  }
}

/** Packs rows at once: for few of them. */
export const packRows = (rows: Iterable<Row>): PackedRows => {
  const packer = new Packer();
  for (const row of rows) packer.add(row);
  return packer.finish();
};

/** Packs rows as they are read, and lets others have their turn meanwhile. */
export const packRowsInTurns = async (rows: AsyncIterable<Row> | Iterable<Row>): Promise<PackedRows> => {
  const packer = new Packer();
  const turns = new Turns();
  for await (const row of rows) {
    packer.add(row);
    if (turns.isOver) await turns.next();
  }
  return packer.finish();
};

/** A row by its number from 0; empty where there is none. */
export const rowAt = ({ blocks }: PackedRows, at: number): Row => {
  const block = blocks[Math.floor(at / BLOCK_ROWS)];
  const inBlock = at % BLOCK_ROWS;
  const end = block?.ends[inBlock];
  if (block === undefined || end === undefined) return [];
  const { buffer, byteOffset } = block.bytes;
  const from = inBlock === 0 ? 0 : (block.ends[inBlock - 1] ?? 0);
  return Buffer.from(buffer, byteOffset + from, end - from)
    .toString('utf8')
    .split(END);
};

/** What is handed over with rows that this thread needs no more. */
export const buffersOf = ({ blocks }: PackedRows): readonly ArrayBuffer[] =>
  blocks.flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]);
