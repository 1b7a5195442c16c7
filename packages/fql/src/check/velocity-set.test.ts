import { describe, expect, it } from 'vitest';
import type { SymbolTable } from '../program/symbol-table.ts';
import { completionsAt } from '../editor/completions.ts';
import { velocityDefinitionOf } from '../syntax/velocity-definition.ts';
import { checkRule } from './check-rule.ts';

const SYMBOLS: SymbolTable = {
  attributes: [],
  lists: [],
  velocitySet: { events: ['Purchase', 'Purchase:Chargeback'], takenNames: ['spentByUser'] },
};

const problems = (...codes: readonly string[]): readonly string[] =>
  checkRule(
    { kind: 'velocity', condition: '', clauses: codes.map((code, at) => ({ id: `v${at}`, name: '', code })) },
    SYMBOLS,
  ).diagnostics.map(
    ({ part, code, column, fix }) => `${part}:${column} ${code}${fix ? ` → ${fix.edits[0]?.insert}` : ''}`,
  );

describe('a velocity set', () => {
  it('counts events that exist, whatever their letter case', () => {
    expect(problems('SELECT Count() AS n FROM purchase, PURCHASE:chargeback GROUPBY @"a"')).toEqual([]);
    expect(problems('SELECT Count() AS n FROM Purchases GROUPBY @"a"')).toEqual(['v0:26 FQL-UNKNOWN-EVENT → Purchase']);
    expect(problems('SELECT Count() AS n FROM Refund GROUPBY @"a"')).toEqual(['v0:26 FQL-UNKNOWN-EVENT']);
  });

  it('gives each velocity a name that no other has, in this set or another', () => {
    const named = (name: string): string => `SELECT Count() AS ${name} FROM Purchase GROUPBY @"a"`;
    expect(problems(named('a'), named('b'))).toEqual([]);
    expect(problems(named('a'), named('A'))).toEqual(['v1:19 FQL-VELOCITY-NAME-TAKEN']);
    expect(problems(named('SpentByUser'))).toEqual(['v0:19 FQL-VELOCITY-NAME-TAKEN']);
  });

  it('is offered its events after FROM and between them', () => {
    const proposed = (text: string): readonly string[] =>
      completionsAt('velocityDefinition', text, text.length, SYMBOLS).map(({ label }) => label);
    expect(proposed('SELECT Count() AS n FROM ')).toEqual(['Purchase', 'Purchase:Chargeback']);
    expect(proposed('SELECT Count() AS n FROM Purchase, ')).toEqual(['Purchase', 'Purchase:Chargeback']);
  });
});

describe('the definition of a velocity', () => {
  it('is read as it is written', () => {
    const text =
      '/* AS other */ SELECT Sum( @"totalAmount" ) AS spent FROM Purchase, Purchase:Chargeback GROUPBY @"a" + "b"';
    const definition = velocityDefinitionOf(text);
    expect(definition).toMatchObject({
      name: 'spent',
      aggregate: 'Sum( @"totalAmount" )',
      sources: [
        { assessment: 'Purchase', observation: null },
        { assessment: 'Purchase', observation: 'Chargeback' },
      ],
      key: '@"a" + "b"',
    });
    expect(text.slice(definition?.nameSpan.from, definition?.nameSpan.to)).toBe('spent');
  });

  it('is nothing where there is no name', () => {
    expect(velocityDefinitionOf('')).toBeNull();
    expect(velocityDefinitionOf('LET $a = 1')).toBeNull();
    expect(velocityDefinitionOf('SELECT Count() AS')).toBeNull();
  });
});
