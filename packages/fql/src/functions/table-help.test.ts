import { describe, expect, it } from 'vitest';
import { type SymbolTable, completionsAt, hoverAt, type ProgramKind, PARTS_OF } from '../index.ts';
import { type FunctionSpec, signatureOf } from './spec.ts';
import { FUNCTIONS } from './table.ts';

const SYMBOLS: SymbolTable = { attributes: [], lists: [], sources: ['geo', 'bin', 'device', 'models', 'graph'] };

/** A value of each type that has members. */
const VALUE_OF: Readonly<Record<string, string>> = {
  Any: '"x"',
  String: '"x"',
  DateTime: 'DateTime.UtcNow',
  TimeSpan: 'TimeSpan.FromDays(1)',
  Pattern: 'GetPattern("x")',
  Json: '@@"x"',
};

const kindOf = ({ availableIn }: FunctionSpec): ProgramKind => PARTS_OF[availableIn?.[0] ?? 'decision'].clause;

/** What stands before the name of a function where it is typed. */
const beforeOf = (spec: FunctionSpec): string => {
  const owner = spec.owner ?? '';
  const value = kindOf(spec) === 'decisionClause' ? 'OBSERVE Output(x = ' : 'DO SetResponse(x = ';
  switch (spec.form) {
    case 'decision':
      return 'RETURN ';
    case 'observation':
      return 'OBSERVE ';
    case 'action':
      return 'DO ';
    case 'aggregate':
      return 'SELECT ';
    case 'free':
      return value;
    case 'static':
    case 'constant':
      return `${value}${owner}.`;
    case 'method':
    case 'property':
      return `${value}${VALUE_OF[owner] ?? ''}.`;
  }
};

describe('every function of the table', () => {
  it.each(FUNCTIONS.map((spec) => [spec.id, spec] as const))('%s is proposed where it can stand', (_id, spec) => {
    const text = beforeOf(spec);
    const proposed = completionsAt(kindOf(spec), text, text.length, SYMBOLS);
    const found = proposed.find(({ label }) => label.endsWith(spec.name));
    expect(found?.detail).toContain(spec.name);
    expect(found?.documentation).not.toBe('');
  });

  it.each(FUNCTIONS.map((spec) => [spec.id, spec] as const))('%s is explained where it stands', (_id, spec) => {
    const owner = spec.form === 'action' && spec.owner !== null ? `${spec.owner}.` : '';
    const before = `${beforeOf(spec)}${owner}`;
    const brackets = spec.form === 'constant' || spec.form === 'property' ? '' : '()';
    const hover = hoverAt(kindOf(spec), `${before}${spec.name}${brackets}`, before.length + 1, SYMBOLS);
    expect(hover?.title).toContain(signatureOf(spec));
    expect(hover?.text).not.toBe('');
  });
});
