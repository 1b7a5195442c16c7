import { invariant } from '@redoubt/kernel';
import { DOUBLE_FOLLOWS } from './byte-writer.ts';

/** Reads what a `ByteWriter` wrote, in the same order. Bytes that end too early are a broken invariant. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    invariant(value !== undefined, 'a record of a velocity key is whole');
    this.#at += 1;
    return value;
  }

  word(): number {
    const value = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    return value;
  }

  double(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  unsigned(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const next = this.byte();
      value += (next & 0x7f) * scale;
      if (next < 0x80) return value;
      scale *= 0x80;
    }
  }

  signed(): number {
    const head = this.byte();
    if (head === DOUBLE_FOLLOWS) return this.double();
    const low = head & 0x3f;
    const magnitude = head >= 0x80 ? low + this.unsigned() * 64 : low;
    return (head & 0x40) === 0 ? magnitude : -magnitude;
  }
}
