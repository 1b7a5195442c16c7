import type { ListSummary } from '@redoubt/contracts';
import { useRef, useState } from 'react';
import {
  changeRow,
  changesOf,
  countChanges,
  dropAdded,
  NO_CHANGES,
  putAdded,
  toggleRemoved,
  undoRow,
  type Cells,
  type ListRow,
  type RowDraft,
} from './row-draft.ts';

/** A row as the editor shows it: of the content, or new. */
export type EditedRow = {
  readonly id: string;
  readonly state: 'same' | 'changed' | 'removed' | 'added';
  /** Null for a new row. */
  readonly source: ListRow | null;
  readonly addedId: number;
  readonly cells: Cells;
};

const shownRow = ({ changed, removed }: RowDraft, source: ListRow): EditedRow => {
  const change = changed.get(source.ordinal);
  const state = removed.has(source.ordinal) ? 'removed' : change ? 'changed' : 'same';
  return { id: String(source.ordinal), state, source, addedId: 0, cells: change?.after ?? source.cells };
};

/** New rows first, so that they are seen; they are saved behind the others. */
export const editedRows = (draft: RowDraft, rows: readonly ListRow[]): readonly EditedRow[] => [
  ...draft.added.map(({ id, cells }) => ({
    id: `new-${id}`,
    state: 'added' as const,
    source: null,
    addedId: id,
    cells,
  })),
  ...rows.map((row) => shownRow(draft, row)),
];

/** Changes to the rows of a list until they are saved together. */
export const useRowDraft = (list: ListSummary) => {
  const [draft, setDraft] = useState(NO_CHANGES);
  const nextId = useRef(1);
  return {
    draft,
    count: countChanges(draft),
    changes: () => changesOf(draft),
    /** Makes an empty row; gives what the editor calls it. */
    add: (): string => {
      const id = nextId.current++;
      setDraft((before) =>
        putAdded(
          before,
          id,
          list.columns.map(() => ''),
        ),
      );
      return `new-${id}`;
    },
    put: ({ source, addedId }: EditedRow, cells: Cells): void =>
      setDraft((before) => (source ? changeRow(before, source, cells) : putAdded(before, addedId, cells))),
    remove: ({ source, addedId }: EditedRow): void =>
      setDraft((before) => (source ? toggleRemoved(before, source) : dropAdded(before, addedId))),
    undo: (ordinal: number): void => setDraft((before) => undoRow(before, ordinal)),
    drop: (addedId: number): void => setDraft((before) => dropAdded(before, addedId)),
    clear: (): void => setDraft(NO_CHANGES),
  };
};

export type RowDraftHandle = ReturnType<typeof useRowDraft>;
