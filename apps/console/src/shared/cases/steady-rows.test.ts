import { describe, expect, it } from 'vitest';
import { steadyRows } from './steady-rows.ts';

type Row = { readonly id: string; readonly note?: string };

const of = (...ids: readonly string[]): readonly Row[] => ids.map((id) => ({ id }));
const idOf = ({ id }: Row): string => id;

describe('rows of a live list', () => {
  it('follow the server while nothing is in hand', () => {
    expect(steadyRows(of('a', 'b'), of('c', 'a'), idOf, false)).toEqual({
      rows: of('c', 'a'),
      goneIds: new Set(),
      newCount: 0,
    });
  });

  it('keep their places while a row is in hand, and say what left and what waits', () => {
    expect(steadyRows(of('a', 'b', 'c'), of('d', 'c', 'e', 'a'), idOf, true)).toEqual({
      rows: of('a', 'b', 'c'),
      goneIds: new Set(['b']),
      newCount: 2,
    });
  });

  it('are renewed in place', () => {
    expect(steadyRows(of('a', 'b'), [{ id: 'b', note: 'new' }, { id: 'a' }], idOf, true).rows).toEqual([
      { id: 'a' },
      { id: 'b', note: 'new' },
    ]);
  });

  it('go on with the next page, which moves none of them', () => {
    expect(steadyRows(of('a', 'b'), of('c', 'a', 'b', 'd', 'e'), idOf, true)).toEqual({
      rows: of('a', 'b', 'd', 'e'),
      goneIds: new Set(),
      newCount: 1,
    });
  });

  it('begin with what the server says', () => {
    expect(steadyRows([], of('a'), idOf, true).rows).toEqual(of('a'));
  });
});
