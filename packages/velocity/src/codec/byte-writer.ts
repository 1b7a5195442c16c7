const LEAST_BYTES = 256;

/** Said before a number that the short form cannot hold: eight bytes of a double follow. Read as a number, it is -0. */
export const DOUBLE_FOLLOWS = 0x40;

/** Appends numbers to bytes that grow as needed: small ones take one byte each, none takes more than nine. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView<ArrayBuffer>;
  #length = 0;

  constructor(capacity: number = LEAST_BYTES) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written so far; valid until the next write. */
  get written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins again; the memory is kept. */
  reset(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** Four bytes, the lowest first. */
  word(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  double(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** A whole number from 0 to 2^53, seven bits a byte, the lowest first. */
  unsigned(value: number): void {
    this.#reserve(8);
    this.#rest(value);
  }

  /** Any number: whole ones within ±2^53 in as few bytes as they need, others as doubles. */
  signed(value: number): void {
    this.#reserve(9);
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      this.byte(DOUBLE_FOLLOWS);
      this.double(value);
      return;
    }
    const magnitude = Math.abs(value);
    const head = (value < 0 ? DOUBLE_FOLLOWS : 0) | (magnitude % 64);
    const rest = Math.floor(magnitude / 64);
    this.#bytes[this.#length] = rest === 0 ? head : head | 0x80;
    this.#length += 1;
    if (rest !== 0) this.#rest(rest);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  #rest(value: number): void {
    let left = value;
    while (left >= 0x80) {
      this.#bytes[this.#length] = (left % 0x80) | 0x80;
      this.#length += 1;
      left = left < 0x8000_0000 ? left >>> 7 : Math.floor(left / 0x80);
    }
    this.#bytes[this.#length] = left;
    this.#length += 1;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
