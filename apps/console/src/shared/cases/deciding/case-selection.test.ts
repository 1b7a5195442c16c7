import { describe, expect, it } from 'vitest';
import { extendedTo, NOTHING_SELECTED, selectedRows, toggled } from './case-selection.ts';

const ORDER = ['a', 'b', 'c', 'd'];

describe('the selection of cases', () => {
  it('takes in and leaves out one case', () => {
    const one = toggled(NOTHING_SELECTED, 'b');
    expect([...one.ids]).toEqual(['b']);
    expect([...toggled(one, 'b').ids]).toEqual([]);
  });

  it('goes from the last choice up to a case, in either direction', () => {
    expect([...extendedTo(toggled(NOTHING_SELECTED, 'b'), 'd', ORDER).ids]).toEqual(['b', 'c', 'd']);
    expect([...extendedTo(toggled(NOTHING_SELECTED, 'c'), 'a', ORDER).ids].toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('begins anew where the last choice is gone', () => {
    expect([...extendedTo({ ids: new Set(), lastId: 'gone' }, 'b', ORDER).ids]).toEqual(['b']);
  });

  it('counts only rows that are still there', () => {
    const selection = { ids: new Set(['a', 'gone']), lastId: null };
    expect(selectedRows(selection, ORDER, (id) => id)).toEqual(['a']);
  });
});
