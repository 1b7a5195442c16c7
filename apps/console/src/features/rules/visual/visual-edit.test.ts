import type { AttributeSymbol, VisualClause, VisualRow } from '@redoubt/fql-editor';
import { describe, expect, test } from 'vitest';
import {
  addRow,
  choiceKey,
  operatorChoices,
  readSubject,
  readTyped,
  removeRow,
  withDecision,
  withOperator,
  withSubject,
  withTexts,
} from './visual-edit.ts';
import { addOutput, observing, removeOutput, withOutputName, withOutputTarget } from './visual-outputs.ts';
import { readFallback, readWindow, subjectKinds, withSubjectKind } from './visual-subject.ts';

const attributes: readonly AttributeSymbol[] = [
  { path: 'totalAmount', type: 'number' },
  { path: 'user.creationDate', type: 'dateTime' },
  { path: 'user.email', type: 'string' },
];

const row: VisualRow = {
  joiner: 'AND',
  subject: { kind: 'attribute', path: 'user.email' },
  negation: '',
  operator: 'eq',
  value: { kind: 'text', text: '12' },
};

const clause: VisualClause = {
  decision: { decision: 'Reject', texts: ['why', 'call'] },
  outputs: [],
  rows: [row],
  never: false,
};

describe('editing rows', () => {
  test('the type of the attribute decides what a typed value is', () => {
    expect(readTyped('12', 'eq', 'number')).toEqual({ kind: 'number', written: '12' });
    expect(readTyped('012', 'eq', 'unknown')).toEqual({ kind: 'text', text: '012' });
    expect(readTyped('12', 'eq', 'unknown')).toEqual({ kind: 'number', written: '12' });
    expect(readTyped('12', 'eq', 'string')).toEqual({ kind: 'text', text: '12' });
    expect(readTyped('True', 'eq', 'boolean')).toEqual({ kind: 'boolean', value: true });
    expect(readTyped('7', 'sinceLt', 'dateTime')).toEqual({ kind: 'number', written: '7' });
    expect(readTyped('7', 'startsWith', 'unknown')).toEqual({ kind: 'text', text: '7' });
    expect(readTyped('  ', 'eq', 'string')).toEqual({ kind: 'missing' });
  });

  test('a subject is a path, with or without its sign, or a variable', () => {
    expect(readSubject(' @"user.email" ')).toEqual({ kind: 'attribute', path: 'user.email' });
    expect(readSubject('$age')).toEqual({ kind: 'variable', name: 'age' });
    expect(readSubject('$')).toEqual({ kind: 'attribute', path: '$' });
  });

  test('another attribute keeps what still fits and fits the value anew', () => {
    expect(withSubject(row, readSubject('totalAmount'), attributes)).toMatchObject({
      operator: 'eq',
      value: { kind: 'number', written: '12' },
    });
    expect(
      withSubject({ ...row, operator: 'contains', negation: '!' }, readSubject('user.creationDate'), attributes),
    ).toMatchObject({
      operator: 'sinceLt',
      negation: '',
      value: { kind: 'number', written: '12' },
    });
  });

  test('another operator takes the value it can take', () => {
    expect(withOperator(row, 'not isEmpty', 'string')).toMatchObject({ negation: '!', value: { kind: 'none' } });
    expect(withOperator(row, 'inList', 'string').value).toEqual({ kind: 'list', list: '', column: '' });
    expect(withOperator({ ...row, value: { kind: 'none' } }, 'eq', 'string').value).toEqual({ kind: 'missing' });
    expect(withOperator({ ...row, negation: 'NOT' }, 'not contains', 'string').negation).toBe('NOT');
  });

  test('operators follow the type, and the one in use is always there', () => {
    const keys = operatorChoices('number', { ...row, operator: 'contains' }).map(choiceKey);
    expect(keys.slice(0, 3)).toEqual(['contains', 'not contains', 'eq']);
    expect(keys).not.toContain('startsWith');
    const variable: VisualRow = { ...row, subject: { kind: 'variable', name: 'a' } };
    expect(operatorChoices('unknown', variable).map(choiceKey)).not.toContain('exists');
  });

  test('the row that moves to the top is joined to nothing', () => {
    const two = addRow(clause);
    const rows = removeRow({ ...two, rows: two.rows.map((each) => ({ ...each, joiner: 'OR' })) }, 0).rows;
    expect(rows.map(({ joiner }) => joiner)).toEqual(['AND']);
  });

  test('another decision keeps reason and message', () => {
    expect(withDecision(clause, 'Challenge').decision).toEqual({ decision: 'Challenge', texts: ['', 'why', 'call'] });
    expect(withDecision(withDecision(clause, 'Challenge'), 'Review').decision?.texts).toEqual(['why', 'call']);
    expect(withTexts(clause, ['', '']).decision?.texts).toEqual([]);
    expect(withDecision(clause, null).decision).toBeNull();
  });

  test('a velocity is a number and a list value a text, asked about what the row asked about', () => {
    const symbols = { attributes, lists: [], velocities: ['seen'] };
    const key = row.subject;
    const velocity = withSubjectKind(row.subject, 'velocity', symbols);
    expect(velocity).toEqual({ kind: 'velocity', name: 'seen', key, amount: 1, unit: 'd' });
    expect(withSubject({ ...row, operator: 'contains', negation: '!' }, velocity, attributes)).toMatchObject({
      operator: 'eq',
      negation: '',
      value: { kind: 'number', written: '12' },
    });
    const looked = withSubjectKind(velocity, 'lookup', symbols);
    expect(looked).toMatchObject({ kind: 'lookup', key, fallback: null });
    expect(withSubject({ ...row, operator: 'exists' }, looked, attributes).operator).toBe('eq');
    expect(withSubjectKind(looked, 'attribute', symbols)).toEqual(key);
  });

  test('a velocity is offered where there is one', () => {
    const none = { attributes, lists: [] };
    expect(subjectKinds(row.subject, none)).toEqual(['attribute', 'lookup']);
    expect(withSubjectKind(row.subject, 'velocity', none)).toBe(row.subject);
  });

  test('what stands in for a missing row stays a number where it was one', () => {
    const key = { kind: 'attribute', path: 'user.country' } as const;
    const looked = { kind: 'lookup', list: 'L', keyColumn: 'K', key, valueColumn: 'V', fallback: null } as const;
    expect(readFallback(looked, '0')).toEqual({ kind: 'text', text: '0' });
    const counted = { ...looked, fallback: { kind: 'number', written: '0' } } as const;
    expect(readFallback(counted, ' 1.5 ')).toEqual({ kind: 'number', written: '1.5' });
    expect(readFallback(counted, 'none')).toEqual({ kind: 'text', text: 'none' });
    expect(readFallback(counted, '')).toBeNull();
  });

  test('a window is a whole number and its unit', () => {
    expect(readWindow(' 30 D')).toEqual({ amount: 30, unit: 'd' });
    for (const typed of ['', '2', 'h', '0h', '1.5h', '2w', '-1h']) expect(readWindow(typed)).toBeNull();
  });
});

describe('what a clause puts out', () => {
  test('observing begins with a pair, and keeps those there are', () => {
    const observed = observing(clause);
    expect(observed).toMatchObject({ decision: null, outputs: [{ name: 'value1', value: { kind: 'missing' } }] });
    expect(observing(observed)).toEqual(observed);
    expect(removeOutput(observed, 0).outputs).toEqual([]);
  });

  test('a pair that begins a call of its own leaves it to the pair behind it', () => {
    const [first, second, third] = addOutput(addOutput(observing(clause))).outputs;
    if (!first || !second || !third) throw new Error('there are three pairs');
    const calls = { ...clause, outputs: [first, { ...second, begins: true }, third] };
    expect(removeOutput(calls, 1).outputs).toEqual([first, { ...third, begins: true }]);
    expect(removeOutput(calls, 2).outputs).toEqual([first, { ...second, begins: true }]);
    expect(removeOutput({ ...calls, outputs: [first, third] }, 0).outputs).toEqual([third]);
  });

  test('a name that the language could not read is not taken', () => {
    const observed = observing(clause);
    expect(withOutputName(observed, 0, ' score ').outputs[0]?.name).toBe('score');
    for (const typed of ['', 'a b', '1st', 'a=1, b', 'a-b'])
      expect(withOutputName(observed, 0, typed), typed).toBe(observed);
  });

  test('a pair goes into the answer or into the event stream', () => {
    const two = addOutput(observing(clause));
    expect(withOutputTarget(two, 1, 'Trace').outputs.map(({ target }) => target)).toEqual(['Output', 'Trace']);
    expect(addOutput(withOutputTarget(two, 1, 'Trace')).outputs.at(-1)?.target).toBe('Trace');
  });

  test('a new pair gets a name that is free', () => {
    const two = addOutput(withOutputName(observing(clause), 0, 'Value2'));
    expect(two.outputs.map(({ name }) => name)).toEqual(['Value2', 'value3']);
  });
});
