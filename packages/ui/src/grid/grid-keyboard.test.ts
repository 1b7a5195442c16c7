import { describe, expect, it } from 'vitest';
import { gridAction, type GridPosition } from './grid-keyboard.ts';

const extent = { rows: 100, columns: 6, pageRows: 20 };
const at: GridPosition = { row: 50, column: 3 };
const press = (key: string, from: GridPosition = at, ctrl = false) => gridAction({ key, ctrl }, from, extent);
const moved = (row: number, column: number) => ({ kind: 'move', to: { row, column } });

describe('the grid keyboard', () => {
  it('moves by one cell with the arrows', () => {
    expect(press('ArrowUp')).toEqual(moved(49, 3));
    expect(press('ArrowDown')).toEqual(moved(51, 3));
    expect(press('ArrowLeft')).toEqual(moved(50, 2));
    expect(press('ArrowRight')).toEqual(moved(50, 4));
  });

  it('selects a row with Shift and Space, and others by Shift and the arrows, never the header', () => {
    const shift = (key: string, from = at) => gridAction({ key, ctrl: false, shift: true }, from, extent);
    expect(shift(' ')).toEqual({ kind: 'select' });
    expect(shift('ArrowDown')).toEqual({ kind: 'selectTo', to: { row: 51, column: 3 } });
    expect(shift('ArrowUp', { row: 0, column: 3 })).toEqual({ kind: 'selectTo', to: { row: 0, column: 3 } });
    expect(shift('ArrowRight')).toEqual(moved(50, 4));
  });

  it('moves to the edges with Ctrl and the arrows', () => {
    expect(press('ArrowUp', at, true)).toEqual(moved(0, 3));
    expect(press('ArrowDown', at, true)).toEqual(moved(99, 3));
    expect(press('ArrowLeft', at, true)).toEqual(moved(50, 0));
    expect(press('ArrowRight', at, true)).toEqual(moved(50, 5));
  });

  it('goes to the ends of the row, with Ctrl to the ends of the grid', () => {
    expect(press('Home')).toEqual(moved(50, 0));
    expect(press('End')).toEqual(moved(50, 5));
    expect(press('Home', at, true)).toEqual(moved(0, 0));
    expect(press('End', at, true)).toEqual(moved(99, 5));
  });

  it('moves by a view with Page Up and Page Down and stays inside', () => {
    expect(press('PageUp')).toEqual(moved(30, 3));
    expect(press('PageDown')).toEqual(moved(70, 3));
    expect(press('PageDown', { row: 95, column: 0 })).toEqual(moved(99, 0));
    expect(press('PageUp', { row: 5, column: 0 })).toEqual(moved(0, 0));
  });

  it('reaches the header above the first row and never leaves the grid', () => {
    expect(press('ArrowUp', { row: 0, column: 0 })).toEqual(moved(-1, 0));
    expect(press('ArrowUp', { row: -1, column: 0 })).toEqual(moved(-1, 0));
    expect(press('ArrowRight', { row: 0, column: 5 })).toEqual(moved(0, 5));
  });

  it('moves by a row with j and k but leaves browser shortcuts alone', () => {
    expect(press('j')).toEqual(moved(51, 3));
    expect(press('k', { row: 0, column: 0 })).toEqual(moved(0, 0));
    expect(press('j', at, true)).toBeUndefined();
  });

  it('opens, peeks, narrows, closes and copies', () => {
    expect(press('Enter')).toEqual({ kind: 'open' });
    expect(press(' ')).toEqual({ kind: 'peek' });
    expect(press('Escape')).toEqual({ kind: 'close' });
    expect(press('f')).toEqual({ kind: 'narrow' });
    expect(press('c', at, true)).toEqual({ kind: 'copy' });
    expect(press('q')).toBeUndefined();
  });
});
