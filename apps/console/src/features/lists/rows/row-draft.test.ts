import { describe, expect, it } from 'vitest';
import {
  changeRow,
  changesOf,
  countChanges,
  dropAdded,
  NO_CHANGES,
  putAdded,
  toggleRemoved,
  undoRow,
} from './row-draft.ts';

const row = { ordinal: 3, cells: ['a', '1'] };

describe('a draft of row changes', () => {
  it('is sent as one change set, new rows in the order they were made', () => {
    let draft = changeRow(NO_CHANGES, row, ['a', '2']);
    draft = toggleRemoved(draft, { ordinal: 5, cells: ['b', '1'] });
    draft = putAdded(putAdded(draft, 1, ['', '']), 2, ['d', '']);
    draft = putAdded(draft, 1, ['c', '']);
    expect(countChanges(draft)).toBe(4);
    expect(changesOf(draft)).toEqual([
      { kind: 'set', ordinal: 3, cells: ['a', '2'] },
      { kind: 'remove', ordinal: 5 },
      { kind: 'add', cells: ['c', ''] },
      { kind: 'add', cells: ['d', ''] },
    ]);
  });

  it('forgets a row that is what it was, stays after all, or is taken back', () => {
    const changed = changeRow(NO_CHANGES, row, ['x', '1']);
    expect(countChanges(changeRow(changed, row, row.cells))).toBe(0);
    expect(countChanges(undoRow(changed, 3))).toBe(0);
    expect(countChanges(toggleRemoved(toggleRemoved(NO_CHANGES, row), row))).toBe(0);
    expect(countChanges(dropAdded(putAdded(NO_CHANGES, 1, ['']), 1))).toBe(0);
  });

  it('takes a row that is removed for removed, whatever was changed before', () => {
    const draft = toggleRemoved(changeRow(NO_CHANGES, row, ['x', '1']), row);
    expect(changesOf(draft)).toEqual([{ kind: 'remove', ordinal: 3 }]);
    expect(changesOf(changeRow(draft, row, ['y', '1']))).toEqual([{ kind: 'set', ordinal: 3, cells: ['y', '1'] }]);
  });
});
