import { invariant } from '@redoubt/kernel';
import { rowOf, type PackedRows, type RowBlock } from './packed-rows.ts';
import { RowCells } from './row-cells.ts';

/** Bits of a row's number that say which row of its block it is: no chunk of a list has as many rows. */
const ROW_BITS = 15;
/** Blocks that can have a place. A number of a row and one bit more are a small integer, which is kept without an object. */
const MAX_PLACES = 2 ** 15;

/** Where a row stands: the place of its block, and the row of the block. */
export type RowNumber = number;

/** The number of a row of the block at a place. */
export const rowNumber = (place: number, row: number): RowNumber => (place << ROW_BITS) | row;

const placeOf = (number: RowNumber): number => number >>> ROW_BITS;
const inBlock = (number: RowNumber): number => number & (2 ** ROW_BITS - 1);

/** Plain data of placed rows, for another thread. */
export type PlainPlacedRows = PackedRows & { readonly places: readonly number[]; readonly freePlace: number };

/** What becomes of one place in the content after. */
export type PlaceChange = {
  readonly place: number;
  /** Absent where nothing stood there. */
  readonly before?: RowBlock;
  /** Absent where nothing stands there any more. */
  readonly after?: RowBlock;
  /** How many blocks of the content after stand before it. */
  readonly position: number;
};

/** Blocks of one content that another has in the same order: where each stood before, by where it stands after. */
const keptBlocks = (before: readonly RowBlock[], after: readonly RowBlock[]): ReadonlyMap<number, number> => {
  const named = new Map<string, number[]>();
  for (const [at, { name }] of before.entries()) {
    if (name === undefined) continue;
    const places = named.get(name);
    if (places) places.push(at);
    else named.set(name, [at]);
  }
  const kept = new Map<number, number>();
  let from = 0;
  for (const [at, { name }] of after.entries()) {
    const found = name === undefined ? undefined : named.get(name)?.find((place) => place >= from);
    if (found === undefined) continue;
    kept.set(at, found);
    from = found + 1;
  }
  return kept;
};

/**
 * The rows of a content, with a number for each. In the next content of the list, blocks that both have and blocks that
 * take the place of others keep their place, so that most rows keep their number.
 */
export class PlacedRows {
  readonly length: number;
  /** In the order of the file. */
  readonly #places: readonly number[];
  /** By place; nothing stands at some of them. */
  readonly #cells: readonly (RowCells | undefined)[];
  readonly #positions: ReadonlyMap<number, number>;
  readonly #freePlace: number;

  constructor({ length, blocks, places, freePlace }: PlainPlacedRows) {
    invariant(freePlace <= MAX_PLACES, `a list has at most ${MAX_PLACES} chunks`);
    this.length = length;
    this.#places = places;
    const cells = Array.from<RowCells | undefined>({ length: freePlace });
    for (const [at, block] of blocks.entries()) cells[places[at] ?? at] = new RowCells(block);
    this.#cells = cells;
    this.#positions = new Map(places.map((place, position) => [place, position]));
    this.#freePlace = freePlace;
  }

  static of(rows: PackedRows): PlacedRows {
    return new PlacedRows({ ...rows, places: [...rows.blocks.keys()], freePlace: rows.blocks.length });
  }

  get plain(): PlainPlacedRows {
    return { length: this.length, blocks: this.blocks, places: this.#places, freePlace: this.#freePlace };
  }

  /** A row; empty where there is none. */
  row(number: RowNumber): readonly string[] {
    const cells = this.#cells[placeOf(number)];
    return cells ? rowOf(cells.block, inBlock(number)) : [];
  }

  /** A cell; undefined where its row does not reach so far, or is not there. */
  cell(number: RowNumber, column: number): string | undefined {
    return this.#cells[placeOf(number)]?.cell(inBlock(number), column);
  }

  /** Whether a cell has this key, see `listKey`. */
  isKey(number: RowNumber, column: number, key: string): boolean {
    return this.#cells[placeOf(number)]?.isKey(inBlock(number), column, key) ?? false;
  }

  /** Negative where a row stands before another. */
  compare(a: RowNumber, b: RowNumber): number {
    if (placeOf(a) === placeOf(b)) return a - b;
    return (this.#positions.get(placeOf(a)) ?? 0) - (this.#positions.get(placeOf(b)) ?? 0);
  }

  /** The number of every row in the order of the file, from a block on. */
  *numbers(position = 0): Generator<RowNumber> {
    for (const place of this.#places.slice(position)) {
      const rows = this.#cells[place]?.block.ends.length ?? 0;
      for (let row = 0; row < rows; row += 1) yield rowNumber(place, row);
    }
  }

  get blocks(): readonly RowBlock[] {
    return this.#places.flatMap((place) => this.#cells[place]?.block ?? []);
  }

  /**
   * The next content, and the places where the two differ, in the order of the file; undefined where places ran out, which
   * begin anew with `of`.
   */
  next(rows: PackedRows): { readonly after: PlacedRows; readonly changes: readonly PlaceChange[] } | undefined {
    const before = this.blocks;
    const kept = keptBlocks(before, rows.blocks);
    const places: number[] = [];
    const changes: PlaceChange[] = [];
    let freePlace = this.#freePlace;
    let at = 0;
    const removeUpTo = (end: number): void => {
      for (; at < end; at += 1) {
        const block = before[at];
        if (block) changes.push({ place: this.#places[at] ?? at, before: block, position: places.length });
      }
    };
    const nextKept = [...kept].values();
    let [keptAfter, keptBefore] = nextKept.next().value ?? [rows.blocks.length, before.length];
    for (const [position, after] of rows.blocks.entries()) {
      if (position === keptAfter) {
        removeUpTo(keptBefore);
        places.push(this.#places[at] ?? at);
        at += 1;
        [keptAfter, keptBefore] = nextKept.next().value ?? [rows.blocks.length, before.length];
        continue;
      }
      const replaced = at < keptBefore ? before[at] : undefined;
      const place = replaced ? (this.#places[at] ?? at) : freePlace;
      if (replaced) at += 1;
      else freePlace += 1;
      places.push(place);
      changes.push({ place, after, position, ...(replaced ? { before: replaced } : {}) });
    }
    removeUpTo(before.length);
    return freePlace > MAX_PLACES ? undefined : { after: new PlacedRows({ ...rows, places, freePlace }), changes };
  }
}
