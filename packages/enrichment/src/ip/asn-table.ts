import { ownBuffer, type NewBuffer } from '@redoubt/kernel';
import { csvRows } from '../csv-rows.ts';
import { DataError } from '../data-error.ts';
import type { Steps } from '../drain.ts';
import { lastAtMost, packNumbers, packTexts, textAt, type PackedTexts } from '../packed-texts.ts';
import { addressOf, plainAddress, type Address } from './address.ts';

/** Who runs the network of an address. */
export type Network = { readonly asn: number; readonly organization: string };

/** Rows after which a reader rests. */
const ROWS_A_STEP = 8000;

/** Ranges of addresses of one version, by their first one; in IPv6 as far as their upper halves tell them apart. */
type Ranges<T extends Uint32Array | BigUint64Array> = {
  readonly starts: T;
  readonly ends: T;
  readonly asns: Uint32Array;
};

/** Names of networks by number. */
type Names = { readonly asns: Uint32Array; readonly texts: PackedTexts };

/** Plain data of a table, which threads can share. */
export type PlainAsnTable = {
  readonly v4: Ranges<Uint32Array>;
  readonly v6: Ranges<BigUint64Array>;
  readonly names: Names;
};

const nameIn = ({ asns, texts }: Names, asn: number): string => {
  const at = lastAtMost(asns, asn);
  return asns[at] === asn ? textAt(texts, at) : '';
};

/** Networks by ranges of addresses, in typed arrays: 12 bytes a range of IPv4, 20 of IPv6, and each name once. */
export class AsnTable {
  readonly plain: PlainAsnTable;

  constructor(plain: PlainAsnTable) {
    this.plain = plain;
  }

  get ranges(): number {
    return this.plain.v4.starts.length + this.plain.v6.starts.length;
  }

  find(address: Address): Network | undefined {
    const { v4, v6, names } = this.plain;
    const asn = address.version === 4 ? asnIn(v4, address.number) : asnIn(v6, address.upper);
    return asn === undefined ? undefined : { asn, organization: nameIn(names, asn) };
  }
}

const asnIn = <T extends number | bigint>(
  { starts, ends, asns }: { readonly starts: ArrayLike<T>; readonly ends: ArrayLike<T>; readonly asns: Uint32Array },
  value: T,
): number | undefined => {
  const at = lastAtMost(starts, value);
  return at >= 0 && value <= (ends[at] as T) ? asns[at] : undefined;
};

/** Reads an address of a file: in its usual spelling, or as one whole number. */
const readAddress = (text: string): Address | undefined => {
  const plain = plainAddress(text);
  if (plain !== undefined) return addressOf(plain);
  if (!/^\d{1,39}$/.test(text)) return undefined;
  if (text.length <= 10) return { version: 4, number: Number(text) };
  return { version: 6, upper: BigInt(text) >> 64n };
};

type Row<T> = readonly [start: T, end: T, asn: number];

const inOrder = <T extends number | bigint>(rows: readonly Row<T>[]): readonly Row<T>[] => {
  const isSorted = rows.every(([start], index) => index === 0 || start >= (rows[index - 1]?.[0] ?? start));
  return isSorted ? rows : rows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
};

const packBigNumbers = (values: readonly bigint[], newBuffer: NewBuffer): BigUint64Array => {
  const numbers = new BigUint64Array(newBuffer(values.length * BigUint64Array.BYTES_PER_ELEMENT));
  numbers.set(values);
  return numbers;
};

const rangesIn = <T extends number | bigint, Packed extends Uint32Array | BigUint64Array>(
  rows: readonly Row<T>[],
  pack: (values: readonly T[], newBuffer: NewBuffer) => Packed,
  newBuffer: NewBuffer,
): Ranges<Packed> => {
  const sorted = inOrder(rows);
  const [starts, ends] = [sorted.map(([start]) => start), sorted.map(([, end]) => end)];
  const asns = sorted.map(([, , asn]) => asn);
  return { starts: pack(starts, newBuffer), ends: pack(ends, newBuffer), asns: packNumbers(asns, newBuffer) };
};

const namesIn = (names: ReadonlyMap<number, string>, newBuffer: NewBuffer): Names => {
  const sorted = [...names].toSorted(([a], [b]) => a - b);
  const asns = sorted.map(([asn]) => asn);
  const texts = sorted.map(([, name]) => name);
  return { asns: packNumbers(asns, newBuffer), texts: packTexts(texts, newBuffer) };
};

/** Makes a table of CSV files of first address, last address, number, organisation, ordered by the first or not. */
export function* asnTableOf(contents: readonly string[], newBuffer = ownBuffer): Steps<PlainAsnTable> {
  const v4: Row<number>[] = [];
  const v6: Row<bigint>[] = [];
  const names = new Map<number, string>();
  let seen = 0;
  for (const content of contents) {
    for (const [first = '', last = '', number = '', name = ''] of csvRows(content)) {
      if (++seen % ROWS_A_STEP === 0) yield;
      const start = readAddress(first);
      const end = readAddress(last);
      const asn = Number(number.replace(/^as/i, ''));
      if (start === undefined || end === undefined || !Number.isSafeInteger(asn)) continue;
      if (start.version === 4 && end.version === 4) v4.push([start.number, end.number, asn]);
      else if (start.version === 6 && end.version === 6) v6.push([start.upper, end.upper, asn]);
      else continue;
      if (!names.has(asn)) names.set(asn, name);
    }
  }
  if (v4.length + v6.length === 0) {
    throw new DataError('The file of networks has no row of first address, last address, number and organisation.');
  }
  yield;
  return {
    v4: rangesIn(v4, packNumbers, newBuffer),
    v6: rangesIn(v6, packBigNumbers, newBuffer),
    names: namesIn(names, newBuffer),
  };
}
