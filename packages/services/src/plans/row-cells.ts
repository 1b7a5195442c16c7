import { listKey } from '@redoubt/domain';
import type { RowBlock } from './packed-rows.ts';

/** Bytes of UTF-8 from here on are not ASCII. */
const BEYOND_ASCII = 0x80;
const [SPACE, TAB, CARRIAGE_RETURN] = [0x20, 0x09, 0x0d];
const [LOWER_A, LOWER_Z, TO_UPPER] = [0x61, 0x7a, 0x20];

const isBlank = (byte: number): boolean => byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN);
const upperOf = (byte: number): number => (byte >= LOWER_A && byte <= LOWER_Z ? byte - TO_UPPER : byte);

/** Reads cells of a block one by one, without the rest of their rows. */
export class RowCells {
  readonly block: RowBlock;
  readonly #bytes: Buffer;
  /** Where the cell begins and ends that `#locate` found. */
  #from = 0;
  #end = 0;

  constructor(block: RowBlock) {
    this.block = block;
    const { buffer, byteOffset, length } = block.bytes;
    this.#bytes = Buffer.from(buffer, byteOffset, length);
  }

  /** A cell; undefined where its row does not reach so far, or is not there. */
  cell(row: number, column: number): string | undefined {
    return this.#locate(row, column) ? this.#bytes.toString('utf8', this.#from, this.#end) : undefined;
  }

  /** Whether a cell has this key, see `listKey`; told from its bytes where these are ASCII. */
  isKey(row: number, column: number, key: string): boolean {
    if (!this.#locate(row, column)) return false;
    const bytes = this.#bytes;
    let from = this.#from;
    let end = this.#end;
    while (from < end && isBlank(bytes[from] ?? 0)) from += 1;
    while (from < end && isBlank(bytes[end - 1] ?? 0)) end -= 1;
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < BEYOND_ASCII && upperOf(byte) === key.charCodeAt(at - from)) continue;
      // A blank may be followed by blanks beyond ASCII, which are no part of the key.
      if (byte < BEYOND_ASCII && !isBlank(byte)) return false;
      return listKey(bytes.toString('utf8', this.#from, this.#end)) === key;
    }
    return end - from === key.length;
  }

  #locate(row: number, column: number): boolean {
    const { ends } = this.block;
    const end = ends[row];
    if (end === undefined) return false;
    const bytes = this.#bytes;
    let from = row === 0 ? 0 : (ends[row - 1] ?? 0);
    for (let left = column; left > 0; left -= 1) {
      while (from < end && bytes[from] !== 0) from += 1;
      if (from === end) return false;
      from += 1;
    }
    this.#from = from;
    while (from < end && bytes[from] !== 0) from += 1;
    this.#end = from;
    return true;
  }
}
