import { Turns } from '../turns.ts';

type Row = readonly string[];

/** Rows of a block whose rows were not cut into chunks before. */
const BLOCK_ROWS = 1024;
/** Cells hold no NUL, so that it can end them. */
const END = '\0';

/** Some rows as UTF-8, each with its end in bytes. */
export type RowBlock = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  /** The chunk of a kept list that this is: equal names are equal rows. */
  readonly name?: string;
};

/**
 * Rows outside of the heap: as objects, the rows of a long list would be copied and walked over by collections, which
 * stop everything else. Plain data whose buffers can be handed to another thread.
 */
export type PackedRows = { readonly length: number; readonly blocks: readonly RowBlock[] };

const encoder = new TextEncoder();

const blockOf = (texts: readonly string[]): RowBlock => {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [at, text] of texts.entries()) {
    end += Buffer.byteLength(text);
    ends[at] = end;
  }
  return { bytes: encoder.encode(texts.join('')), ends };
};

/** Packs the rows of a chunk. */
export const packChunk = (name: string, rows: readonly Row[]): RowBlock => ({
  ...blockOf(rows.map((row) => row.join(END))),
  name,
});

/** The rows of some blocks, one after the other. */
export const packedOf = (blocks: readonly RowBlock[]): PackedRows => ({
  length: blocks.reduce((rows, { ends }) => rows + ends.length, 0),
  blocks,
});

/** Packs rows as they come. */
class Packer {
  readonly #blocks: RowBlock[] = [];
  #texts: string[] = [];

  add(row: Row): void {
    this.#texts.push(row.join(END));
    if (this.#texts.length === BLOCK_ROWS) this.#close();
  }

  #close(): void {
    this.#blocks.push(blockOf(this.#texts));
    this.#texts = [];
  }

  finish(): PackedRows {
    if (this.#texts.length > 0) this.#close();
    return packedOf(this.#blocks);
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

/** A row of a block by its number from 0; empty where there is none. */
export const rowOf = ({ bytes, ends }: RowBlock, at: number): Row => {
  const end = ends[at];
  if (end === undefined) return [];
  const from = at === 0 ? 0 : (ends[at - 1] ?? 0);
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from)
    .toString('utf8')
    .split(END);
};

/** What is handed over with rows that this thread needs no more; a chunk may stand in a list more than once. */
export const buffersOf = ({ blocks }: PackedRows): readonly ArrayBuffer[] =>
  [...new Set(blocks)].flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]);
