import { MAX_LIST_CHANGES, rowExpiryMs } from '@redoubt/domain';
import { isCleanText } from '@redoubt/kernel';
import type { ListRowEdits } from '@redoubt/storage';
import { failAt, type Problem } from '../problems.ts';

type Row = readonly string[];

/** One change of a change set; ordinals are those of the content it was made from. */
export type RowChange =
  | { readonly kind: 'set'; readonly ordinal: number; readonly cells: Row }
  | { readonly kind: 'remove'; readonly ordinal: number }
  | { readonly kind: 'add'; readonly cells: Row };

type Content = { readonly columns: Row; readonly rowCount: number; readonly expiryColumn: string | null };

const cellsProblem = (cells: Row, { columns, expiryColumn }: Content): string | undefined => {
  if (cells.length !== columns.length) return `has ${cells.length} cells, the list has ${columns.length} columns`;
  if (!cells.every(isCleanText)) return 'holds NUL or half a surrogate pair';
  const expiry = expiryColumn === null ? '' : (cells[columns.indexOf(expiryColumn)] ?? '');
  return rowExpiryMs(expiry) === undefined ? `says no day or instant to expire at: ${expiry.slice(0, 60)}` : undefined;
};

/** Refuses a change set that does not fit the content, naming each wrong change: LIST-ROW-INVALID. */
export const requireFitting = (changes: readonly RowChange[], content: Content): void => {
  const problems: Problem[] = [];
  const seen = new Set<number>();
  for (const [index, change] of changes.entries()) {
    const found: string[] = [];
    if (change.kind !== 'add') {
      if (change.ordinal > content.rowCount) found.push(`there is no row ${change.ordinal}`);
      if (seen.has(change.ordinal)) found.push(`row ${change.ordinal} is changed twice`);
      seen.add(change.ordinal);
    }
    const wrong = change.kind === 'remove' ? undefined : cellsProblem(change.cells, content);
    if (wrong !== undefined) found.push(wrong);
    problems.push(...found.map((message) => ({ path: `body.changes.${index}`, message })));
  }
  if (changes.length > MAX_LIST_CHANGES) problems.push({ path: 'body.changes', message: 'are too many' });
  if (problems.length > 0) throw failAt('LIST-ROW-INVALID', { count: problems.length }, problems);
};

/** What a change set did: rows before and after, as they are met. */
export type RowDifference = {
  readonly ordinal: number | null;
  readonly before: Row | null;
  readonly after: Row | null;
};

/** A fitting change set as storage applies it; notes what differs while it does. New rows come last. */
export const rowEdits = (changes: readonly RowChange[], note: (difference: RowDifference) => void): ListRowEdits => {
  const added = changes.flatMap((change) => (change.kind === 'add' ? [change.cells] : []));
  for (const after of added) note({ ordinal: null, before: null, after });
  const changed = new Map(
    changes.flatMap((change): [number, Row | null][] => {
      if (change.kind === 'add') return [];
      return [[change.ordinal, change.kind === 'set' ? change.cells : null]];
    }),
  );
  const onChanged = (ordinal: number, before: Row): void => {
    const after = changed.get(ordinal) ?? null;
    if (!after || after.some((cell, at) => cell !== before[at])) note({ ordinal, before, after });
  };
  return { changed, added, hasAdded: added.length > 0, onChanged };
};
