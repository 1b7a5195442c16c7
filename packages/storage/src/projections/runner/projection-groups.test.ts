import { describe, expect, it } from 'vitest';
import { groupsOf } from './projection-groups.ts';
import type { Projector } from '../projector.ts';

const projector = (name: string, more: Partial<Projector> = {}): Projector => ({
  name,
  tables: [],
  apply: () => Promise.resolve(),
  ...more,
});
const search = projector('search');
const cases = projector('cases');
const rollup = projector('rollup', { gathers: true });
const reports = projector('reports', { gathers: true, follows: 'search' });

const groups = (projectors: readonly Projector[], positions: Readonly<Record<string, number>>) =>
  groupsOf(projectors, new Map(Object.entries(positions)), { most: 10, gathered: 40 }).map(
    ({ projectors: some, from, most }) => [some.map(({ name }) => name).join(' '), from, most],
  );

describe('projectors step together', () => {
  it('where they stand at one position and make steps of one size', () => {
    const all = [search, rollup, cases, reports];
    expect(groups(all, { search: 100, cases: 100, rollup: 20, reports: 20 })).toEqual([
      ['search cases', 100, 10],
      ['rollup reports', 20, 40],
    ]);
    expect(groups(all, { search: 100, cases: 90, rollup: 0, reports: 50 })).toEqual([
      ['search', 100, 10],
      ['rollup', 0, 40],
      ['cases', 90, 10],
      ['reports', 50, 40],
    ]);
  });

  it('no further than what one of them follows, and without it where there is nothing to follow', () => {
    expect(groups([rollup, reports], { search: 25, rollup: 20, reports: 20 })).toEqual([['rollup reports', 20, 5]]);
    expect(groups([rollup, reports], { search: 20, rollup: 20, reports: 20 })).toEqual([['rollup', 20, 40]]);
    expect(groups([reports], { search: 20, reports: 20 })).toEqual([]);
  });

  it('at any size beside what they follow', () => {
    const follower = projector('follower', { follows: 'search' });
    expect(groups([search, follower], { search: 5, follower: 5 })).toEqual([['search follower', 5, 10]]);
  });
});
