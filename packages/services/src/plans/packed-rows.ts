import { ownBuffer, type NewBuffer } from '@redoubt/kernel';
import { Turns } from '../turns.ts';

type Row = readonly string[];

/** Rows of a block whose rows were not cut into chunks before. */
const BLOCK_ROWS = 1024;
/** Cells hold no NUL, so that it can end them. */
const END = '\0';

/** Some rows as UTF-8, each with its end in bytes; both in one buffer. Never changed once it is made. */
export type RowBlock = {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  /** The chunk of a kept list that this is: equal names are equal rows. */
  readonly name?: string;
};

/**
 * Rows outside of the heap: as objects, the rows of a long list would be copied and walked over by collections, which
 * stop everything else. Plain data whose buffers can be handed to another thread.
 */
export type PackedRows = { readonly length: number; readonly blocks: readonly RowBlock[] };

const blockOf = (texts: readonly string[], newBuffer: NewBuffer): RowBlock => {
  const text = texts.join('');
  const endsBytes = texts.length * Uint32Array.BYTES_PER_ELEMENT;
  const buffer = newBuffer(endsBytes + Buffer.byteLength(text));
  const ends = new Uint32Array(buffer, 0, texts.length);
  let end = 0;
  for (const [at, each] of texts.entries()) {
    end += Buffer.byteLength(each);
    ends[at] = end;
  }
  Buffer.from(buffer, endsBytes).write(text, 'utf8');
  return { bytes: new Uint8Array(buffer, endsBytes), ends };
};

/** Packs the rows of a chunk. */
export const packChunk = (name: string, rows: readonly Row[], newBuffer = ownBuffer): RowBlock => ({
  ...blockOf(
    rows.map((row) => row.join(END)),
    newBuffer,
  ),
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
  readonly #newBuffer: NewBuffer;
  #texts: string[] = [];

  constructor(newBuffer: NewBuffer) {
    this.#newBuffer = newBuffer;
  }

  add(row: Row): void {
    this.#texts.push(row.join(END));
    if (this.#texts.length === BLOCK_ROWS) this.#close();
  }

  #close(): void {
    this.#blocks.push(blockOf(this.#texts, this.#newBuffer));
    this.#texts = [];
  }

  finish(): PackedRows {
    if (this.#texts.length > 0) this.#close();
    return packedOf(this.#blocks);
  }
}

/** Packs rows at once: for few of them. */
export const packRows = (rows: Iterable<Row>): PackedRows => {
  const packer = new Packer(ownBuffer);
  for (const row of rows) packer.add(row);
  return packer.finish();
};

/** Packs rows as they are read, and lets others have their turn meanwhile. */
export const packRowsInTurns = async (
  rows: AsyncIterable<Row> | Iterable<Row>,
  newBuffer = ownBuffer,
): Promise<PackedRows> => {
  const packer = new Packer(newBuffer);
  const turns = new Turns();
  for await (const row of rows) {
    packer.add(row);
    if (turns.isOver) await turns.next();
  }
  return packer.finish();
};

/** Where a row of a block begins and ends in its bytes; undefined where there is none. */
const boundsOf = ({ ends }: RowBlock, at: number): readonly [from: number, end: number] | undefined => {
  const end = ends[at];
  return end === undefined ? undefined : [at === 0 ? 0 : (ends[at - 1] ?? 0), end];
};

/** A row of a block by its number from 0; empty where there is none. */
export const rowOf = (block: RowBlock, at: number): Row => {
  const bounds = boundsOf(block, at);
  if (bounds === undefined) return [];
  const [from, end] = bounds;
  const { buffer, byteOffset } = block.bytes;
  return Buffer.from(buffer, byteOffset + from, end - from)
    .toString('utf8')
    .split(END);
};

/** What is handed over with rows that this thread needs no more; a chunk may stand in a list more than once. */
export const buffersOf = ({ blocks }: PackedRows): readonly ArrayBuffer[] => [
  ...new Set(blocks.flatMap(({ bytes: { buffer } }) => (buffer instanceof ArrayBuffer ? buffer : []))),
];
