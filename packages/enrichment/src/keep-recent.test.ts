import { describe, expect, it } from 'vitest';
import { keepRecent } from './keep-recent.ts';

describe('recent answers', () => {
  it('are given again, those that are none too, until as many others were asked for twice', () => {
    const asked: string[] = [];
    const find = keepRecent(2, (key) => {
      asked.push(key);
      return key === 'none' ? undefined : key.toUpperCase();
    });
    expect([find('a'), find('a'), find('none'), find('none')]).toEqual(['A', 'A', undefined, undefined]);
    expect(asked).toEqual(['a', 'none']);
    // `a` is taken over into the newer half when it is asked for again.
    expect([find('b'), find('a'), find('c'), find('a')]).toEqual(['B', 'A', 'C', 'A']);
    expect(asked).toEqual(['a', 'none', 'b', 'c']);
    for (const other of ['d', 'e', 'f', 'g']) find(other);
    expect(find('a')).toBe('A');
    expect(asked.filter((key) => key === 'a')).toHaveLength(2);
  });
});
