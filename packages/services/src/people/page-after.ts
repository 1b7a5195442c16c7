import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { z } from 'zod';

/** Something that a list holds: ordered by a key of its own, then by name. */
type Listed = { readonly id: Id; readonly name: string };

/** Where a row stands in the order; rows without a key stand last in either order. */
type Place = Listed & { readonly key: string | undefined };

const PAGE_ROWS = 100;

/** Names as people look for them: without letter case and accents, numbers by their value. */
export const compareText = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare;

const comparePlaces = (order: 'ascending' | 'descending') => {
  const turn = order === 'ascending' ? 1 : -1;
  return (left: Place, right: Place): number => {
    if (left.key !== right.key) {
      if (left.key === undefined || right.key === undefined) return left.key === undefined ? 1 : -1;
      const compared = compareText(left.key, right.key) * turn;
      if (compared !== 0) return compared;
    }
    return compareText(left.name, right.name) || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
  };
};

/** The place of the last row that was given, as JSON in base64url. */
const cursorShape = z.tuple([z.string().nullable(), z.string(), z.guid()]);

const cursorOf = ({ key, name, id }: Place): string =>
  Buffer.from(JSON.stringify([key ?? null, name, id])).toString('base64url');

const placeOf = (cursor: string): Place => {
  try {
    const [key, name, id] = cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { key: key ?? undefined, name, id };
  } catch {
    throw fail('REQ-INVALID', { count: 1 });
  }
};

const placesOf = <Row extends Listed>(rows: readonly Row[], keyOf: (row: Row) => string | undefined) =>
  rows.map((row) => ({ row, key: keyOf(row), name: row.name, id: row.id }));

/** All rows in their order. */
export const inOrder = <Row extends Listed>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | undefined,
  order: 'ascending' | 'descending',
): readonly Row[] =>
  placesOf(rows, keyOf)
    .toSorted(comparePlaces(order))
    .map(({ row }) => row);

/**
 * The page of 100 rows after the one that a cursor names. Rows that came or went meanwhile repeat and hide no other.
 *
 * @throws `REQ-INVALID` for a cursor that was not given by this function.
 */
export const pageAfter = <Row extends Listed>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | undefined,
  order: 'ascending' | 'descending',
  cursor: string | undefined,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } => {
  const compare = comparePlaces(order);
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const left = placesOf(rows, keyOf).filter((place) => after === undefined || compare(place, after) > 0);
  const page = left.toSorted(compare).slice(0, PAGE_ROWS);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    nextCursor: left.length > page.length && last ? cursorOf(last) : null,
  };
};
