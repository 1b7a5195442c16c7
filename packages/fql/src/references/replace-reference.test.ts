import { describe, expect, it } from 'vitest';
import { referencePlaces, replaceReference, type NamedReference } from './replace-reference.ts';

const replace = (of: NamedReference, text: string): string =>
  replaceReference('decisionClause', text, { of, from: 'Old', to: 'New one' });

it('finds each place where a text names something, and neither comments nor other constants', () => {
  const text =
    'RETURN Reject("Old") // Velocity.Old\nWHEN Velocity.spent(@"k", 1h) > Functions.limit().max && ContainsKey("L", "c", "v") && External.score().x == Assessments.points.Evaluate().y';
  expect(
    referencePlaces('decisionClause', text).map(({ of, name, span }) => [of, name, text.slice(span.from, span.to)]),
  ).toEqual([
    ['velocity', 'spent', 'spent'],
    ['function', 'limit', 'limit'],
    ['list', 'L', '"L"'],
    ['call', 'score', 'score'],
    ['assessment', 'points', 'points'],
  ]);
});

describe('replacing what a text reads', () => {
  it('changes lists where functions take a list, in whatever letter case, and no other constant', () => {
    expect(
      replace(
        'list',
        'LET $a = Lookup("old", "Old", @"Old", "Old", "Old") // Old\nRETURN Reject("Old")\nWHEN ContainsKey("Old", "c", "Old") && IsBlock( "Old" , @"x")',
      ),
    ).toBe(
      'LET $a = Lookup("New one", "Old", @"Old", "Old", "Old") // Old\nRETURN Reject("Old")\nWHEN ContainsKey("New one", "c", "Old") && IsBlock( "New one" , @"x")',
    );
  });

  it('changes velocities, functions and calls where they are called, and nothing they share a name with', () => {
    const text =
      'RETURN Reject() WHEN Velocity.Old(@"Old", 1h) > Functions.Old(1).Old + External.Old().Old + Functions.root.Old().x';
    const changed = (of: NamedReference, before: string, after: string): void => {
      expect(replaceReference('decisionClause', text, { of, from: 'old', to: 'fresh' })).toBe(
        text.replace(before, after),
      );
    };
    changed('velocity', 'Velocity.Old', 'Velocity.fresh');
    changed('function', 'Functions.Old(', 'Functions.fresh(');
    changed('call', 'External.Old(', 'External.fresh(');
  });

  it('leaves a text alone that does not read it, or that cannot be read', () => {
    for (const text of ['', 'RETURN Reject("Old"', 'WHEN ((']) expect(replace('list', text)).toBe(text);
  });
});
