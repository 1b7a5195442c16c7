import { csvRows } from '../csv-rows.ts';
import { DataError } from '../data-error.ts';
import type { Steps } from '../drain.ts';
import { addressOf, plainAddress, type Address } from './address.ts';

/** Who runs the network of an address. */
export type Network = { readonly asn: number; readonly organization: string };

/** Rows after which a reader rests. */
const ROWS_A_STEP = 8000;

/** The last position whose start is not after a value; -1 where there is none. */
const lastAtMost = <T extends number | bigint>(starts: ArrayLike<T>, value: T): number => {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as T) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Ranges of addresses of one version, by their first one; in IPv6 as far as their upper halves tell them apart. */
type Ranges<T extends number | bigint> = {
  readonly starts: ArrayLike<T>;
  readonly ends: ArrayLike<T>;
  readonly asns: ArrayLike<number>;
};

/** Networks by ranges of addresses, in typed arrays: 12 bytes a range of IPv4, 20 of IPv6, and each name once. */
export class AsnTable {
  readonly #v4: Ranges<number>;
  readonly #v6: Ranges<bigint>;
  readonly #names: ReadonlyMap<number, string>;

  constructor(v4: Ranges<number>, v6: Ranges<bigint>, names: ReadonlyMap<number, string>) {
    this.#v4 = v4;
    this.#v6 = v6;
    this.#names = names;
  }

  get ranges(): number {
    return this.#v4.starts.length + this.#v6.starts.length;
  }

  find(address: Address): Network | undefined {
    const asn = address.version === 4 ? asnIn(this.#v4, address.number) : asnIn(this.#v6, address.upper);
    return asn === undefined ? undefined : { asn, organization: this.#names.get(asn) ?? '' };
  }
}

const asnIn = <T extends number | bigint>({ starts, ends, asns }: Ranges<T>, value: T): number | undefined => {
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

/** Makes a table of CSV files of first address, last address, number, organisation, ordered by the first or not. */
export function* asnTableOf(contents: readonly string[]): Steps<AsnTable> {
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
  const four = inOrder(v4);
  const six = inOrder(v6);
  return new AsnTable(
    {
      starts: Uint32Array.from(four, ([start]) => start),
      ends: Uint32Array.from(four, ([, end]) => end),
      asns: Uint32Array.from(four, ([, , asn]) => asn),
    },
    {
      starts: BigUint64Array.from(six, ([start]) => start),
      ends: BigUint64Array.from(six, ([, end]) => end),
      asns: Uint32Array.from(six, ([, , asn]) => asn),
    },
    names,
  );
}
