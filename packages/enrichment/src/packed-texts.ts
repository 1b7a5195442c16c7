import type { NewBuffer } from '@redoubt/kernel';

/** Texts by number, as UTF-8 with the end of each in bytes: plain data that threads can share. */
export type PackedTexts = { readonly ends: Uint32Array; readonly bytes: Uint8Array };

export const packNumbers = (values: readonly number[], newBuffer: NewBuffer): Uint32Array => {
  const numbers = new Uint32Array(newBuffer(values.length * Uint32Array.BYTES_PER_ELEMENT));
  numbers.set(values);
  return numbers;
};

export const packTexts = (texts: readonly string[], newBuffer: NewBuffer): PackedTexts => {
  const packed = Buffer.from(texts.join(''));
  const bytes = new Uint8Array(newBuffer(packed.length));
  bytes.set(packed);
  let end = 0;
  const ends = texts.map((text) => (end += Buffer.byteLength(text)));
  return { ends: packNumbers(ends, newBuffer), bytes };
};

/** A text; empty where there is none of the number. */
export const textAt = ({ ends, bytes }: PackedTexts, at: number): string => {
  const end = ends[at];
  if (end === undefined) return '';
  const from = at === 0 ? 0 : (ends[at - 1] ?? 0);
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('utf8');
};

/** The last place whose value is not after another; -1 where there is none. */
export const lastAtMost = <T extends number | bigint>(values: ArrayLike<T>, value: T): number => {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as T) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};
