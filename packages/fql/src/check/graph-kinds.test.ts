import { describe, expect, it } from 'vitest';
import { checkRule, completionsAt, type SymbolTable } from '../index.ts';

const symbols: SymbolTable = { attributes: [], lists: [], sources: ['graph'] };
const codesOf = (kind: string, more: Partial<SymbolTable> = {}): readonly string[] => {
  const code = `RETURN Review("x") WHEN Graph.Neighbours("${kind}", "v", "user", 30, 0) > 1`;
  const source = { kind: 'decision', name: 'r', condition: '', clauses: [{ id: 'c', name: 'c', code }] } as const;
  return checkRule(source, { ...symbols, ...more }).diagnostics.map((diagnostic) => diagnostic.code);
};

describe('kinds of the graph that are texts of a customer', () => {
  it('are those of the environment, in any letter case', () => {
    const more = { graphTexts: ['booking.hotel'] };
    expect(codesOf('own:Booking.Hotel', more)).toEqual([]);
    expect(codesOf('own:booking.room', more)).toEqual(['FQL-UNKNOWN-GRAPH-KIND']);
    expect(codesOf('user', more)).toEqual([]);
    expect(codesOf('own:', more)).toEqual(['FQL-UNKNOWN-GRAPH-KIND']);
  });

  it('are any where nothing is known of the environment', () => {
    expect(codesOf('own:booking.room')).toEqual([]);
  });

  it('are proposed beside those of the product', () => {
    const text = 'RETURN Review() WHEN Graph.Neighbours("';
    const known = { ...symbols, graphTexts: ['booking.hotel'] };
    const labels = completionsAt('decisionClause', text, text.length, known).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['device', 'own:booking.hotel']));
  });
});

describe('kinds of the graph that are linkable attributes', () => {
  const known = { graphAttributes: ['Points.agent.card'] };

  it('are those that an assessment marks; any other is refused with what to do', () => {
    expect(codesOf('attribute:points.Agent.card', known)).toEqual([]);
    expect(codesOf('attribute:Points.agent.shift', known)).toEqual(['FQL-NOT-LINKABLE']);
    expect(codesOf('attribute:', known)).toEqual(['FQL-UNKNOWN-GRAPH-KIND']);
    expect(codesOf('attribute:Points.agent.shift')).toEqual([]);
  });

  it('are proposed', () => {
    const text = 'RETURN Review() WHEN Graph.Neighbours("';
    const labels = completionsAt('decisionClause', text, text.length, { ...symbols, ...known }).map(
      ({ label }) => label,
    );
    expect(labels).toContain('attribute:Points.agent.card');
  });
});
