import { ownBuffer, type NewBuffer } from '@redoubt/kernel';
import { csvRows } from '../csv-rows.ts';
import { DataError } from '../data-error.ts';
import type { Steps } from '../drain.ts';
import { lastAtMost, packNumbers, packTexts, textAt, type PackedTexts } from '../packed-texts.ts';

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

/** Prefixes of one number of digits, in their order as numbers, each with the number of its facts. */
type Prefixes = { readonly digits: number; readonly prefixes: Float64Array; readonly facts: Uint32Array };

/** Plain data of a table, which threads can share. */
export type PlainBinTable = {
  /** The longest first. */
  readonly lengths: readonly Prefixes[];
  /** Numbers of texts: those of the first facts, of the second and so on. */
  readonly facts: Uint32Array;
  readonly texts: PackedTexts;
};

const FACTS = ['cardNetwork', 'cardType', 'cardCategory', 'issuer', 'countryCode'] as const;

/** Facts by prefix, in typed arrays; the longest one that is known counts. */
export class BinTable {
  readonly #plain: PlainBinTable;
  /** Texts that were read: few stand behind most cards. */
  readonly #known: string[] = [];

  constructor(plainTable: PlainBinTable) {
    this.#plain = plainTable;
  }

  get size(): number {
    return this.#plain.lengths.reduce((sum, { prefixes }) => sum + prefixes.length, 0);
  }

  find(digits: string): BinFacts | undefined {
    for (const { digits: length, prefixes, facts } of this.#plain.lengths) {
      if (length > digits.length) continue;
      const wanted = Number(digits.slice(0, length));
      const at = lastAtMost(prefixes, wanted);
      if (prefixes[at] === wanted) return this.#factsAt(facts[at] ?? 0);
    }
    return undefined;
  }

  #factsAt(number: number): BinFacts {
    const text = (fact: number): string => {
      const at = this.#plain.facts[number * FACTS.length + fact] ?? 0;
      return (this.#known[at] ??= textAt(this.#plain.texts, at));
    };
    return { cardNetwork: text(0), cardType: text(1), cardCategory: text(2), issuer: text(3), countryCode: text(4) };
  }
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Numbers different texts from 0. */
const createNumbers = () => {
  const numbers = new Map<string, number>();
  return {
    of: (text: string): number => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    all: (): readonly string[] => [...numbers.keys()],
  };
};

function* prefixesOf(
  found: readonly string[],
  factsOf: ReadonlyMap<string, number>,
  newBuffer: NewBuffer,
): Steps<Prefixes> {
  const digits = found[0]?.length ?? 0;
  const prefixes = new Float64Array(newBuffer(found.length * Float64Array.BYTES_PER_ELEMENT));
  prefixes.set(found.map(Number));
  prefixes.sort();
  yield;
  const facts = new Uint32Array(newBuffer(found.length * Uint32Array.BYTES_PER_ELEMENT));
  for (const [at, prefix] of prefixes.entries()) {
    if (at % ROWS_A_STEP === 0) yield;
    facts[at] = factsOf.get(String(prefix).padStart(digits, '0')) ?? 0;
  }
  return { digits, prefixes, facts };
}

/** Makes a table of a CSV text whose first line names its columns; rows without a prefix of 4 to 11 digits are left out. */
export function* binTableOf(content: string, newBuffer = ownBuffer): Steps<PlainBinTable> {
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
  // Few texts stand behind many rows, and few facts: each is kept once.
  const texts = createNumbers();
  const facts = createNumbers();
  const byPrefix = new Map<string, number>();
  const byLength = new Map<number, string[]>();
  let seen = 0;
  for (const row of rows) {
    if (++seen % ROWS_A_STEP === 0) yield;
    const bin = (row[at.bin] ?? '').trim();
    if (bin.length < MIN_DIGITS || bin.length > MAX_DIGITS || !/^\d+$/.test(bin)) continue;
    const ofRow = FACTS.map((fact) => {
      const text = (row[at[fact]] ?? '').trim();
      return texts.of(fact === 'countryCode' ? text.toUpperCase() : text);
    });
    if (!byPrefix.has(bin)) {
      const alike = byLength.get(bin.length) ?? [];
      alike.push(bin);
      byLength.set(bin.length, alike);
    }
    byPrefix.set(bin, facts.of(ofRow.join()));
  }
  if (byPrefix.size === 0) throw new DataError('The file of issuer ranges has no row with a BIN of 4 to 11 digits.');
  const lengths: Prefixes[] = [];
  for (const [, found] of [...byLength].toSorted(([a], [b]) => b - a)) {
    lengths.push(yield* prefixesOf(found, byPrefix, newBuffer));
  }
  return {
    lengths,
    facts: packNumbers(
      facts.all().flatMap((each) => each.split(',').map(Number)),
      newBuffer,
    ),
    texts: packTexts(texts.all(), newBuffer),
  };
}
