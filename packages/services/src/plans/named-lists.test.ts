import { compilePlan } from '@redoubt/engine';
import { describe, expect, it } from 'vitest';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { hashesNamedIn, listsIn } from './named-lists.ts';
import { ListIndex } from './list-index.ts';

const names = ['Countries', 'Countries of old', 'Zones', 'Areas'];
const lists = names.map((name) => ({ name, hash: `hash of ${name}` }));
const symbols = symbolsOf(
  'purchase',
  names.map((name) => ({ name, columns: ['key'] })),
);

const planWith = (code: string, contents = new Map<string, ListIndex>()) => {
  const text = { condition: '', clauses: [{ id: 'c', name: 'c', code }] };
  const rule = { id: 'r', name: 'r', version: 1, hash: 'r', text };
  const level = {
    environmentId: 'e',
    environmentName: 'E',
    runMode: 'firstMatch' as const,
    rules: [rule],
    symbols,
    lists: listsIn(lists, contents),
  };
  return compilePlan('p', 'e', [level], new Map()).plan;
};
const named = (code: string): readonly string[] => hashesNamedIn(planWith(code), [{ lists }]);

describe('lists that texts name', () => {
  it('are those alone whose name is asked for, however it is spelled', () => {
    expect(named(`RETURN Reject("Zones") WHEN ContainsKey("countries OF old", "key", "a") // Areas`)).toEqual([
      'hash of Countries of old',
    ]);
    expect(named(String.raw`RETURN Reject() WHEN ContainsKey("\u005aones", "key", "a")`)).toEqual(['hash of Zones']);
    expect(named('RETURN Reject()')).toEqual([]);
  });

  it('may be loaded after the plan was compiled', () => {
    const contents = new Map<string, ListIndex>();
    const [level] = planWith('RETURN Reject()', contents).levels;
    contents.set('hash of Zones', ListIndex.of(['key'], [['a']]));
    expect(level?.lists(0).containsKey('zones', 'key', 'A')).toBe(true);
    expect(level?.lists(0).containsKey('Areas', 'key', 'A')).toBe(false);
  });
});
