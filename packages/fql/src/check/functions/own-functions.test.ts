import { describe, expect, it } from 'vitest';
import { checkRule, type SymbolTable, type FunctionSymbol } from '../../index.ts';

const property = { name: 'p', type: 'Double' } as const;
const entry = (name: string, uses: readonly string[] = []): FunctionSymbol => ({
  name,
  parameters: [],
  properties: [property],
  uses,
});
const codesOf = (name: string, functions: readonly FunctionSymbol[], code: string): readonly string[] => {
  const symbols: SymbolTable = { attributes: [], lists: [], functions };
  const source = { kind: 'function', name, condition: '', clauses: [{ id: 'c', name: 'c', code }] } as const;
  return checkRule(source, symbols).diagnostics.map((diagnostic) => diagnostic.code);
};

describe('functions that call functions', () => {
  it('may call others', () => {
    expect(codesOf('a', [entry('b', ['c']), entry('c')], 'RETURN Functions.b().p')).toEqual([]);
  });

  it('must not call themselves, published or not', () => {
    expect(codesOf('a', [entry('a')], 'RETURN Functions.A().p')).toEqual(['FQL-CALLS-ITSELF']);
    expect(codesOf('a', [], 'RETURN Functions.a().p')).toEqual(['FQL-CALLS-ITSELF']);
  });

  it('must not come back to themselves through others', () => {
    expect(codesOf('a', [entry('b', ['c']), entry('c', ['A'])], 'RETURN Functions.b().p')).toEqual([
      'FQL-CALLS-ITSELF',
    ]);
  });

  it('end where others already form a cycle', () => {
    expect(codesOf('a', [entry('b', ['c']), entry('c', ['b'])], 'RETURN Functions.b().p')).toEqual([]);
  });
});
