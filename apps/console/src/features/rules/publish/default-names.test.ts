import { readFileSync } from 'node:fs';
import { DEFAULT_NAMES, isDefaultName } from '@redoubt/domain';
import { LANGUAGE_CODES } from '@redoubt/i18n';
import { describe, expect, it } from 'vitest';

type Rules = {
  readonly list: { readonly newName: string; readonly newActionName: string };
  readonly editor: { readonly newClauseName: string };
};

describe('names of new things', () => {
  it.each(LANGUAGE_CODES)('are those of the catalogue in %s', (language) => {
    const file = new URL(`../../../../../../packages/i18n/catalogues/${language}/rules.json`, import.meta.url);
    const { list, editor } = JSON.parse(readFileSync(file, 'utf8')) as Rules;
    const numbered = (names: readonly string[]) => names.map((name) => `${name} {{index}}`);
    const { rule, clause } = DEFAULT_NAMES[language] ?? { rule: [], clause: [] };
    expect(numbered(rule)).toEqual([list.newName, list.newActionName]);
    expect(numbered(clause)).toEqual([editor.newClauseName]);
  });

  it('are known with and without a number, in any language and letter case', () => {
    expect(
      ['New rule 1', 'new rule', ' Neue Regel 12 ', 'Nova ação 3'].every((each) => isDefaultName('rule', each)),
    ).toBe(true);
    expect(isDefaultName('clause', 'Klausul 2')).toBe(true);
  });

  it('are not names that say more', () => {
    expect(isDefaultName('rule', 'New rule for gift cards')).toBe(false);
    expect(isDefaultName('rule', 'Clause 1')).toBe(false);
    expect(isDefaultName('clause', 'Clause 1a')).toBe(false);
  });
});
