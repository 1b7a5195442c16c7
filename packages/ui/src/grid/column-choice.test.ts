import { describe, expect, it } from 'vitest';
import {
  defaultColumns,
  shownColumns,
  withColumn,
  withColumnDropped,
  withColumnMoved,
  type ColumnChoice,
} from './column-choice.ts';

const column = (id: string, facts: Partial<ColumnChoice> = {}): ColumnChoice => ({
  id,
  header: id,
  hideable: true,
  hiddenAtFirst: false,
  ...facts,
});
const columns = [
  column('time'),
  column('id', { hideable: false }),
  column('amount'),
  column('device', { hiddenAtFirst: true }),
];

describe('the choice of columns', () => {
  it('starts with the columns meant to be seen at first', () => {
    expect(defaultColumns(columns)).toEqual(['time', 'id', 'amount']);
    expect(shownColumns(columns, undefined)).toEqual(['time', 'id', 'amount']);
    expect(shownColumns(columns, ['gone'])).toEqual(['time', 'id', 'amount']);
  });

  it('keeps the saved order, drops what no longer exists and what stands twice', () => {
    expect(shownColumns(columns, ['device', 'gone', 'id', 'device'])).toEqual(['device', 'id']);
  });

  it('brings back the column that names the row', () => {
    expect(shownColumns(columns, ['amount'])).toEqual(['id', 'amount']);
  });

  it('adds a ticked column at the end and takes a cleared one out', () => {
    expect(withColumn(['id'], 'device', true)).toEqual(['id', 'device']);
    expect(withColumn(['id', 'device'], 'device', true)).toEqual(['id', 'device']);
    expect(withColumn(['id', 'device'], 'device', false)).toEqual(['id']);
  });

  it('moves a column within the bounds', () => {
    expect(withColumnMoved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(withColumnMoved(['a', 'b', 'c'], 'a', -3)).toEqual(['a', 'b', 'c']);
    expect(withColumnMoved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
  });

  it('puts a dropped column in the place of the one it was dropped on', () => {
    expect(withColumnDropped(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(withColumnDropped(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  });
});
