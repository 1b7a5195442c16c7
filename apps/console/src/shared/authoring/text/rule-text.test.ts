import type { RuleText } from '@redoubt/contracts';
import { describe, expect, test } from 'vitest';
import { diffRule } from '../diff/rule-diff.ts';
import { moveClause } from './clause-places.ts';
import {
  addClause,
  clauseNameProblem,
  freeClauseName,
  moved,
  partLines,
  removeClause,
  renameClause,
  sameText,
  withCode,
} from './rule-text.ts';

const text: RuleText = {
  condition: 'WHEN true',
  clauses: [
    { id: 'a', name: 'First', code: 'RETURN Reject()\nWHEN 1 > 2' },
    { id: 'b', name: 'Second', code: 'RETURN Approve()' },
  ],
  samplePayload: {},
};

describe('rule text', () => {
  test('line numbers run through condition and clauses', () => {
    expect(partLines(text)).toEqual([
      { part: 'condition', firstLine: 1, lines: 1 },
      { part: 'a', firstLine: 2, lines: 2 },
      { part: 'b', firstLine: 4, lines: 1 },
    ]);
  });

  test('a new clause gets a free name', () => {
    const named = renameClause(text, 'a', 'clause 3');
    expect(freeClauseName(named.clauses, (index) => `Clause ${index}`)).toBe('Clause 4');
  });

  test('the last clause cannot be removed', () => {
    const one = removeClause(text, 'a');
    expect(one.clauses.map(({ id }) => id)).toEqual(['b']);
    expect(removeClause(one, 'b')).toBe(one);
  });

  test('clauses move within the list and never past its ends', () => {
    expect(moveClause(text, 'b', -1).clauses.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(moveClause(text, 'b', 1)).toBe(text);
    expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  });

  test('clause names are required, unique whatever their case, and bounded', () => {
    expect(clauseNameProblem(text.clauses, 'a', ' ')).toBe('empty');
    expect(clauseNameProblem(text.clauses, 'a', 'SECOND')).toBe('taken');
    expect(clauseNameProblem(text.clauses, 'a', 'x'.repeat(121))).toBe('tooLong');
    expect(clauseNameProblem(text.clauses, 'a', 'First')).toBeNull();
  });

  test('equality looks at names, code, order and sample', () => {
    expect(sameText(text, structuredClone(text))).toBe(true);
    expect(sameText(text, moveClause(text, 'a', 1))).toBe(false);
    expect(sameText(text, { ...text, samplePayload: { a: 1 } })).toBe(false);
  });
});

describe('rule difference', () => {
  test('equal texts differ nowhere', () => {
    expect(diffRule(text, structuredClone(text))).toMatchObject({ same: true, changedParts: 0, changedLines: 0 });
  });

  test('a changed line counts once and names its part', () => {
    const diff = diffRule(text, withCode(text, 'a', 'RETURN Reject()\nWHEN 1 > 3'));
    expect(diff).toMatchObject({ same: false, changedParts: 1, changedLines: 1 });
    expect(diff.parts.find(({ part }) => part === 'a')?.kind).toBe('changed');
  });

  test('added, removed, renamed and moved clauses are distinguished', () => {
    const after = addClause(removeClause(text, 'a'), { id: 'c', name: 'Third', code: 'RETURN Review()' });
    expect(diffRule(text, after).parts.map(({ part, kind }) => `${part} ${kind}`)).toEqual([
      'condition same',
      'b same',
      'c added',
      'a removed',
    ]);
    expect(diffRule(text, renameClause(text, 'a', 'One')).parts[1]).toMatchObject({
      formerName: 'First',
      kind: 'same',
    });
    const [, , later] = diffRule(text, moveClause(text, 'b', 1, ['prior', 'postRisk'])).parts;
    expect(later).toMatchObject({ kind: 'same', formerSection: 'prior', moved: false });
    expect(diffRule(text, moveClause(text, 'b', -1)).parts.filter((part) => part.moved)).toHaveLength(1);
  });
});
