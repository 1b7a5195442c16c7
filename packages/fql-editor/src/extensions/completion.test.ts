import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import type { SymbolTable, RuleSource } from '@redoubt/fql';
import { describe, expect, test } from 'vitest';
import type { EditorOwner } from './editor-owner.ts';
import { completionSource } from './completion.ts';
import { variablesBefore } from './variables.ts';

const symbols: SymbolTable = {
  attributes: [
    { path: 'totalAmount', type: 'number', example: '489' },
    { path: 'user.email', type: 'string' },
    { path: 'riskScore', type: 'number' },
  ],
  lists: [{ name: 'Blocked devices', columns: ['Device', 'Since'] }],
};

const ruleWith = (code: string): RuleSource => ({
  condition: 'LET $age = DaysSince(@"user.creationDate")\nWHEN $age > 1',
  clauses: [
    { id: 'a', name: 'First', code: 'LET $limit = 400\nRETURN Reject()\nWHEN @"totalAmount" > $limit' },
    { id: 'b', name: 'Second', code },
  ],
});

const ownerOf = (rule: RuleSource): EditorOwner => ({
  rule: () => rule,
  symbols: () => symbols,
  words: () => ({
    text: (key, params) => `${key}${params ? ` ${Object.values(params).join()}` : ''}`,
    guide: (english) => english,
    message: ({ code }) => code,
    severity: (severity) => severity,
    fix: ({ label }) => label,
    phrases: {},
  }),
  renamed: () => null,
  goTo: () => false,
  changed: () => undefined,
  format: () => false,
  submit: () => false,
  leave: () => false,
});

/** Proposals at the end of the second clause. */
const proposalsFor = async (code: string, explicit = false, stages?: RuleSource['stages']) => {
  const rule = { ...ruleWith(code), stages };
  const context = new CompletionContext(EditorState.create({ doc: code }), code.length, explicit);
  return (await completionSource('b', ownerOf(rule))(context))?.options ?? [];
};

const named = async (code: string, explicit = false) =>
  (await proposalsFor(code, explicit)).map(({ displayLabel }) => displayLabel);

describe('completion', () => {
  test('an attribute is proposed with its type and an example', async () => {
    const amount = (await proposalsFor('RETURN Reject() WHEN @"tot')).find(({ label }) => label === '@"totalAmount');
    expect(amount?.detail).toBe('sample.kind.number, code.example 489');
  });

  test('a score is proposed where the section of the clause knows it', async () => {
    const stages = { scores: ['riskScore'], severity: 'error' } as const;
    const labels = async (given?: RuleSource['stages']) =>
      (await proposalsFor('RETURN Reject() WHEN @"', false, given)).map(({ displayLabel }) => displayLabel);
    expect(await labels(stages)).toEqual(['totalAmount', 'user.email']);
    expect(await labels()).toContain('riskScore');
  });

  test('an attribute is matched by what was typed of it, with or without sign and quote', async () => {
    for (const [typed, label] of [
      ['@tot', '@totalAmount'],
      ['@"tot', '@"totalAmount'],
      ['tot', 'totalAmount'],
    ])
      expect((await proposalsFor(`RETURN Reject() WHEN ${typed}`)).map((each) => each.label)).toContain(label);
  });

  test('nothing is proposed while a number is typed', async () => {
    for (const typed of ['2', '220', '2h', '2.5'])
      expect(await named(`RETURN Reject() WHEN @"a" > ${typed}`)).toEqual([]);
  });

  test('variables of condition and earlier clauses are proposed', async () => {
    const names = await named('RETURN Reject() WHEN $');
    expect(names).toContain('$age');
    expect(names).toContain('$limit');
  });

  test('functions come with their signature', async () => {
    const days = (await proposalsFor('RETURN Reject() WHEN DaysS')).find(({ label }) => label === 'DaysSince');
    expect(days?.detail).toContain('DaysSince(');
  });

  test('lists and then their columns are proposed where a function names them', async () => {
    expect(await named('RETURN Reject() WHEN ContainsKey("')).toContain('Blocked devices');
    expect(await named('RETURN Reject() WHEN ContainsKey("Blocked devices", "')).toEqual(['Device', 'Since']);
  });

  test('only decisions follow RETURN', async () => {
    expect((await named('RETURN ', true)).toSorted()).toEqual(['Approve', 'Challenge', 'Reject', 'Review']);
  });

  test('nothing is proposed before something was begun, unless asked', async () => {
    expect(await named('RETURN Reject() WHEN ')).toEqual([]);
    expect((await named('RETURN Reject() WHEN ', true)).length).toBeGreaterThan(0);
  });
});

describe('variables of earlier texts', () => {
  test('a part sees the condition and the clauses before it', () => {
    const rule = ruleWith('');
    expect(variablesBefore(rule, 'condition')).toEqual([]);
    expect(variablesBefore(rule, 'a').map(({ name }) => name)).toEqual(['$age']);
    expect(variablesBefore(rule, 'b')).toEqual([
      { name: '$age', value: 'DaysSince(@"user.creationDate")' },
      { name: '$limit', value: '400' },
    ]);
  });
});
