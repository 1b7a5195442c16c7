import { describe, expect, it } from 'vitest';
import { breakingChanges, functionFallback, isFunctionName, type FunctionDefinition } from './function.ts';

const definition = (outputs: readonly string[], parameters: readonly string[] = []): FunctionDefinition => ({
  parameters: parameters.map((type, index) => ({ name: `p${index}`, type: type as 'String', fallback: '' })),
  outputs: outputs.map((text) => {
    const [name = '', type = ''] = text.split(' ');
    return { id: name, name, description: '', type: type as 'String', fallback: '', code: '' };
  }),
});

describe('functions', () => {
  it.each([
    ['trust', true],
    ['_x1', true],
    ['größe', true],
    ['1x', false],
    ['a b', false],
    ['', false],
    ['x'.repeat(61), false],
  ])('may be called %j: %j', (name, may) => {
    expect(isFunctionName(name)).toBe(may);
  });

  it.each([
    ['Boolean', true, true],
    ['Boolean', 'true', undefined],
    ['DateTime', 'Feb,22,2024 4:44PM', '2024-02-22T16:44:00.000Z'],
    ['DateTime', '2024-02-22T16:44:00+01:00', '2024-02-22T15:44:00.000Z'],
    ['DateTime', 'some day', undefined],
    ['Double', 10.5, 10.5],
    ['Integer', 10, 10],
    ['Integer', 10.5, undefined],
    ['Double', '10', undefined],
    ['String', 'Hello', 'Hello'],
    ['String', 1, undefined],
  ] as const)('take a default of type %s: %j is %j', (type, value, kept) => {
    expect(functionFallback(type, value)).toEqual(kept);
  });

  it('break their callers where an output goes or changes its type, or arguments change', () => {
    expect(
      breakingChanges(definition(['a String', 'b Double']), definition(['A String', 'b Double', 'c String'])),
    ).toEqual([]);
    expect(breakingChanges(definition(['a String', 'b Double']), definition(['b Integer']))).toEqual(['a', 'b']);
    expect(breakingChanges(definition(['a String']), definition(['a String'], ['String']))).toEqual(['(…)']);
  });
});
