import { languageGuide } from '@redoubt/fql-editor';
import { expect, it } from 'vitest';
import { findEntries } from './find-entries.ts';

const guide = languageGuide();
const found = (find: string): readonly string[] =>
  findEntries(guide, find).flatMap(({ entries }) => entries.map(({ written }) => written));

it('shows everything while nothing is searched', () => {
  expect(findEntries(guide, '  ')).toBe(guide);
});

it('finds by name, explanation and example, every word, in any letter case', () => {
  expect(found('dayssince')[0]).toContain('DaysSince');
  expect(found('ends WITH string')[0]).toContain('String.EndsWith');
  expect(found('trailing nonsense')).toEqual([]);
});
