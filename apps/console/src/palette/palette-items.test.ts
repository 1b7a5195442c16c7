import { describe, expect, it } from 'vitest';
import { findItems, type PaletteItem } from './palette-items.ts';

const item = (text: string, context?: string): PaletteItem => ({
  id: text,
  group: 'pages',
  text,
  context,
  run: () => undefined,
});

describe('the palette', () => {
  const items = [
    item('Search'),
    item('Purchase rules', 'Fraud assessments'),
    item('Rule report', 'Reports'),
    item('Übersicht'),
  ];
  const found = (words: string) => findItems(items, words).map(({ text }) => text);

  it('finds by beginnings of words, best first', () => {
    expect(found('ru')).toEqual(['Rule report', 'Purchase rules']);
    expect(found('pur ru')).toEqual(['Purchase rules']);
  });

  it('looks into the section too, and past case and accents', () => {
    expect(found('fraud')).toEqual(['Purchase rules']);
    expect(found('UBER')).toEqual(['Übersicht']);
  });

  it('offers everything before a letter is typed, and nothing that does not fit', () => {
    expect(found('')).toHaveLength(4);
    expect(found('xyz')).toEqual([]);
  });
});
