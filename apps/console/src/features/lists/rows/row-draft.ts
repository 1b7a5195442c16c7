import type { ListRowChange } from '@redoubt/contracts';

export type Cells = readonly string[];

/** A row of the current content. */
export type ListRow = { readonly ordinal: number; readonly cells: Cells };

/** Changes that are not saved yet. */
export type RowDraft = {
  readonly changed: ReadonlyMap<number, { readonly before: Cells; readonly after: Cells }>;
  readonly removed: ReadonlyMap<number, Cells>;
  /** Newest first, as they are shown; they are saved oldest first. */
  readonly added: readonly { readonly id: number; readonly cells: Cells }[];
};

export const NO_CHANGES: RowDraft = { changed: new Map(), removed: new Map(), added: [] };

const without = <Value>(map: ReadonlyMap<number, Value>, key: number): ReadonlyMap<number, Value> =>
  new Map([...map].filter(([each]) => each !== key));

const areSame = (left: Cells, right: Cells): boolean => left.every((cell, at) => cell === right[at]);

/** A row gets other cells; its own again, and it is unchanged. */
export const changeRow = (draft: RowDraft, { ordinal, cells }: ListRow, after: Cells): RowDraft => ({
  ...draft,
  removed: without(draft.removed, ordinal),
  changed: areSame(cells, after)
    ? without(draft.changed, ordinal)
    : new Map([...draft.changed, [ordinal, { before: cells, after }]]),
});

/** A row goes, or stays after all. */
export const toggleRemoved = (draft: RowDraft, { ordinal, cells }: ListRow): RowDraft =>
  draft.removed.has(ordinal)
    ? { ...draft, removed: without(draft.removed, ordinal) }
    : { ...draft, changed: without(draft.changed, ordinal), removed: new Map([...draft.removed, [ordinal, cells]]) };

/** A new row, or other cells of one; what it is called tells them apart. */
export const putAdded = (draft: RowDraft, id: number, cells: Cells): RowDraft => ({
  ...draft,
  added: draft.added.some((row) => row.id === id)
    ? draft.added.map((row) => (row.id === id ? { id, cells } : row))
    : [{ id, cells }, ...draft.added],
});

export const dropAdded = (draft: RowDraft, id: number): RowDraft => ({
  ...draft,
  added: draft.added.filter((row) => row.id !== id),
});

/** Takes back what was changed about a row. */
export const undoRow = (draft: RowDraft, ordinal: number): RowDraft => ({
  ...draft,
  changed: without(draft.changed, ordinal),
  removed: without(draft.removed, ordinal),
});

export const countChanges = ({ changed, removed, added }: RowDraft): number =>
  changed.size + removed.size + added.length;

/** The draft as it is sent. */
export const changesOf = ({ changed, removed, added }: RowDraft): ListRowChange[] => [
  ...[...changed].map(([ordinal, { after }]) => ({ kind: 'set' as const, ordinal, cells: [...after] })),
  ...[...removed.keys()].map((ordinal) => ({ kind: 'remove' as const, ordinal })),
  ...added.toReversed().map(({ cells }) => ({ kind: 'add' as const, cells: [...cells] })),
];
