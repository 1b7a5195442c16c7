import { csvRows } from '../csv-rows.ts';
import { DataError } from '../data-error.ts';
import type { Steps } from '../drain.ts';

/** What a file of issuer ranges says of the first digits of a card; texts, empty where it does not. */
export type BinFacts = {
  readonly cardNetwork: string;
  readonly cardType: string;
  readonly cardCategory: string;
  readonly issuer: string;
  readonly countryCode: string;
};

/** Names that columns have in the files that are about, lower case without blanks and underscores. */
const COLUMNS: Readonly<Record<keyof BinFacts | 'bin', readonly string[]>> = {
  bin: ['bin', 'iin', 'prefix', 'iinstart'],
  cardNetwork: ['brand', 'network', 'cardnetwork', 'scheme'],
  cardType: ['type', 'cardtype'],
  cardCategory: ['category', 'cardcategory', 'level'],
  issuer: ['issuer', 'bank', 'bankname', 'issuername'],
  countryCode: ['isocode2', 'countrycode', 'alpha2', 'country'],
};

const MAX_DIGITS = 11;
const MIN_DIGITS = 4;
const ROWS_A_STEP = 5000;

/** Facts by prefix; the longest one that is known counts. */
export class BinTable {
  readonly #byPrefix: ReadonlyMap<string, BinFacts>;
  readonly #lengths: readonly number[];

  constructor(byPrefix: ReadonlyMap<string, BinFacts>) {
    this.#byPrefix = byPrefix;
    this.#lengths = [...new Set([...byPrefix.keys()].map(({ length }) => length))].toSorted((a, b) => b - a);
  }

  get size(): number {
    return this.#byPrefix.size;
  }

  find(digits: string): BinFacts | undefined {
    for (const length of this.#lengths) {
      const facts = length <= digits.length ? this.#byPrefix.get(digits.slice(0, length)) : undefined;
      if (facts !== undefined) return facts;
    }
    return undefined;
  }
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Makes a table of a CSV text whose first line names its columns; rows without a prefix of 4 to 11 digits are left out. */
export function* binTableOf(content: string): Steps<BinTable> {
  const rows = csvRows(content);
  const header = (rows.next().value ?? []).map(plain);
  const place = (fact: keyof typeof COLUMNS): number =>
    COLUMNS[fact].map((name) => header.indexOf(name)).find((index) => index >= 0) ?? -1;
  const at = {
    bin: place('bin'),
    cardNetwork: place('cardNetwork'),
    cardType: place('cardType'),
    cardCategory: place('cardCategory'),
    issuer: place('issuer'),
    countryCode: place('countryCode'),
  };
  if (at.bin < 0) throw new DataError('The file of issuer ranges has no column BIN in its first line.');
  // Few texts stand behind many rows: each is kept once.
  const texts = new Map<string, string>();
  const textIn = (row: readonly string[], index: number): string => {
    const value = (row[index] ?? '').trim();
    const known = texts.get(value);
    if (known !== undefined) return known;
    texts.set(value, value);
    return value;
  };
  const byPrefix = new Map<string, BinFacts>();
  let seen = 0;
  for (const row of rows) {
    if (++seen % ROWS_A_STEP === 0) yield;
    const bin = (row[at.bin] ?? '').trim();
    if (bin.length < MIN_DIGITS || bin.length > MAX_DIGITS || !/^\d+$/.test(bin)) continue;
    byPrefix.set(bin, {
      cardNetwork: textIn(row, at.cardNetwork),
      cardType: textIn(row, at.cardType),
      cardCategory: textIn(row, at.cardCategory),
      issuer: textIn(row, at.issuer),
      countryCode: textIn(row, at.countryCode).toUpperCase(),
    });
  }
  if (byPrefix.size === 0) throw new DataError('The file of issuer ranges has no row with a BIN of 4 to 11 digits.');
  return new BinTable(byPrefix);
}
