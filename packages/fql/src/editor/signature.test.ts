import { describe, expect, it } from 'vitest';
import type { ProgramKind } from '../program/kinds.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import { signatureAt } from './signature.ts';

const group = {
  name: 'Group',
  parameters: [
    { name: 'of', type: 'String' },
    { name: 'limit', type: 'Double' },
  ],
  properties: [{ name: 'bucket', type: 'String' }],
} as const;
const symbols: SymbolTable = {
  attributes: [{ path: 'user.email', type: 'string' }],
  lists: [],
  velocities: ['spentByUser'],
  functions: [group, { ...group, scope: 'root' }],
};

/** The signature at the bar in the text, the argument at the caret in brackets. */
const helpAt = (marked: string, kind: ProgramKind = 'decisionClause'): string | undefined => {
  const found = signatureAt(kind, marked.replace('|', ''), marked.indexOf('|'), symbols);
  if (!found) return undefined;
  const { title, argument } = found;
  if (!argument) return title;
  return `${title.slice(0, argument.from)}[${title.slice(argument.from, argument.to)}]${title.slice(argument.to)}`;
};

describe('the signature of what is called', () => {
  it('names functions of customers and the argument at the caret, in rules and in velocities', () => {
    const expected = 'Functions.Group([of: String], limit: Double)';
    expect(helpAt('WHEN Functions.Group(|')).toBe(expected);
    const select = 'SELECT Count() AS n FROM Purchase GROUPBY ';
    expect(helpAt(`${select}Functions.group(@"user.email"|).bucket`, 'velocityDefinition')).toBe(expected);
    expect(helpAt(`${select}Functions.Group(@"user.email", |).bucket`, 'velocityDefinition')).toBe(
      'Functions.Group(of: String, [limit: Double])',
    );
    expect(helpAt('WHEN Functions.root.Group("a, b", 1|)', 'velocityCondition')).toBe(
      'Functions.root.Group(of: String, [limit: Double])',
    );
  });

  it('is that of the innermost call, and of none behind its brackets', () => {
    expect(helpAt('WHEN Functions.Group(Math.Abs(1|), 2)')).toMatch(/^Math\.Abs\(\[/);
    expect(helpAt('WHEN Functions.Group(Math.Abs(1)|, 2)')).toMatch(/^Functions\.Group\(\[/);
    expect(helpAt('WHEN Velocity.spentByUser(@"user.email", |')).toMatch(/^Velocity\.spentByUser\(.*, \[/);
    expect(helpAt('WHEN Functions.Group("a", 1)|')).toBeUndefined();
    expect(helpAt('WHEN Functions.Gone(|')).toBeUndefined();
    expect(helpAt('WHEN |')).toBeUndefined();
    expect(helpAt('WHEN Functions.Group("a", 1, 2|)')).toBe('Functions.Group(of: String, limit: Double)');
  });
});
