import { describe, expect, it } from 'vitest';
import type { RuleSource } from '../program/source.ts';
import { definitionAt } from './definition.ts';
import { renameVariable, variableUsesAt } from './variables.ts';

const rule = (condition: string, ...codes: readonly string[]): RuleSource => ({
  condition,
  clauses: codes.map((code, index) => ({ id: `c${index + 1}`, name: `Clause ${index + 1}`, code })),
});

const textIn = (source: RuleSource, part: string): string =>
  part === 'condition' ? source.condition : (source.clauses.find(({ id }) => id === part)?.code ?? '');

/** The texts of the rule after renaming what stands at a word of a part. */
const renamed = (source: RuleSource, part: string, word: string, name: string) => {
  const answer = renameVariable(source, part, textIn(source, part).indexOf(word) + 1, name);
  if ('problem' in answer) return answer.problem;
  return ['condition', ...source.clauses.map(({ id }) => id)].map((each) =>
    (answer.edits.get(each) ?? []).reduceRight(
      (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
      textIn(source, each),
    ),
  );
};

describe('renaming a variable', () => {
  it('changes the definition and every use, in all texts of the rule', () => {
    const source = rule(
      'LET $age = 4 WHEN $age > 1',
      'RETURN Reject() WHEN $age < 3 && $ages == 1',
      'RETURN Review("$age")',
    );
    expect(renamed(source, 'c1', '$age', 'accountAge')).toEqual([
      'LET $accountAge = 4 WHEN $accountAge > 1',
      'RETURN Reject() WHEN $accountAge < 3 && $ages == 1',
      'RETURN Review("$age")',
    ]);
  });

  it('leaves alone what a later definition of the same name means', () => {
    const source = rule('LET $a = 1', 'LET $a = $a + 1 RETURN Reject() WHEN $a > 1', 'RETURN Review() WHEN $a > 2');
    expect(renamed(source, 'condition', '$a', 'first')).toEqual([
      'LET $first = 1',
      'LET $a = $first + 1 RETURN Reject() WHEN $a > 1',
      'RETURN Review() WHEN $a > 2',
    ]);
    expect(renamed(source, 'c2', '$a', 'second')).toEqual([
      'LET $a = 1',
      'LET $second = $a + 1 RETURN Reject() WHEN $second > 1',
      'RETURN Review() WHEN $second > 2',
    ]);
  });

  it('works where nothing defines the variable, and in a text with errors', () => {
    expect(renamed(rule('WHEN $a > && $a'), 'condition', '$a', 'b')).toEqual(['WHEN $b > && $b']);
  });

  it('does not touch names of arguments', () => {
    const source = rule('LET $input = @@', 'LET $r = Functions.score($input = $input)');
    expect(renamed(source, 'condition', '$input', 'body')?.[1]).toBe('LET $r = Functions.score($input = $body)');
  });

  it('refuses what is no name and what another variable is called', () => {
    const source = rule('LET $a = 1 LET $b = 2 WHEN $a > $c');
    for (const name of ['', '1a', 'a b', 'a-b', '$', 'a$'])
      expect(renamed(source, 'condition', '$a', name)).toBe('invalid');
    expect(renamed(source, 'condition', '$a', 'b')).toBe('taken');
    expect(renamed(source, 'condition', '$a', '$c')).toBe('taken');
    expect(renamed(source, 'condition', '$a', '$A')).toEqual(['LET $A = 1 LET $b = 2 WHEN $A > $c']);
  });

  it('tells how many places there are', () => {
    const source = rule('LET $age = 4', 'RETURN Reject() WHEN $age < 3 OR $age > 9');
    expect(variableUsesAt(source, 'c1', 22)?.places).toHaveLength(3);
    expect(variableUsesAt(source, 'c1', 3)).toBeNull();
  });
});

describe('where something is defined', () => {
  const at = (source: RuleSource, part: string, word: string) =>
    definitionAt(source, part, textIn(source, part).indexOf(word) + 1);

  it('is the LET of a variable', () => {
    const source = rule('LET $age = 4', 'RETURN Reject() WHEN $age < 3 && $none == 1');
    expect(at(source, 'c1', '$age')).toMatchObject({ kind: 'variable', place: { part: 'condition', from: 4, to: 8 } });
    expect(at(source, 'c1', '$none')).toBeNull();
  });

  it('is a list, velocity, function or call, by its name', () => {
    const code =
      'RETURN Reject() WHEN ContainsKey("Blocked", "Email", @"e") && velocity.spent(@"u", 2h) > 1 && Functions.risk(1).high && External.weather("x").id == 1';
    const source = rule('', code);
    expect(at(source, 'c1', 'locked')).toMatchObject({ kind: 'list', name: 'Blocked' });
    expect(at(source, 'c1', 'Email')).toBeNull();
    expect(at(source, 'c1', 'spent')).toMatchObject({ kind: 'velocity', name: 'spent' });
    expect(at(source, 'c1', 'risk')).toMatchObject({ kind: 'function', name: 'risk' });
    expect(at(source, 'c1', 'weather')).toMatchObject({ kind: 'externalCall', name: 'weather' });
    expect(at(source, 'c1', 'Reject')).toBeNull();
    expect(at(source, 'c1', 'high')).toBeNull();
  });
});
