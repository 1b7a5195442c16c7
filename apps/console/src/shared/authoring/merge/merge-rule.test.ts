import type { RuleText } from '@redoubt/contracts';
import { describe, expect, test } from 'vitest';
import { moveClause } from '../../../shared/authoring/text/clause-places.ts';
import {
  addClause,
  removeClause,
  renameClause,
  withCode,
  withSample,
} from '../../../shared/authoring/text/rule-text.ts';
import { type Choice, mergeRule, resolveMerge } from './merge-rule.ts';

const base: RuleText = {
  condition: 'WHEN true',
  clauses: [
    { id: 'a', name: 'First', code: 'RETURN Reject()\nWHEN 1 > 2' },
    { id: 'b', name: 'Second', code: 'RETURN Approve()' },
  ],
  samplePayload: { amount: 1 },
};

const merged = (mine: RuleText, theirs: RuleText, choices: Readonly<Record<string, Choice>> = {}) =>
  resolveMerge(mergeRule(base, mine, theirs), new Map(Object.entries(choices)));

describe('merging two people’s texts of one rule', () => {
  test('changes in different clauses, names and samples come together without a question', () => {
    const mine = renameClause(withCode(base, 'a', 'RETURN Reject()\nWHEN 1 > 3'), 'b', 'Else');
    const theirs = withSample(withCode(base, 'b', 'RETURN Review()'), { amount: 2 });
    expect(merged(mine, theirs)).toEqual({
      condition: 'WHEN true',
      clauses: [
        { id: 'a', name: 'First', code: 'RETURN Reject()\nWHEN 1 > 3' },
        { id: 'b', name: 'Else', code: 'RETURN Review()' },
      ],
      samplePayload: { amount: 2 },
    });
  });

  test('a line both changed waits for a choice: mine, theirs, or both', () => {
    const mine = withCode(base, 'a', 'RETURN Reject()\nWHEN 1 > 3');
    const theirs = withCode(base, 'a', 'RETURN Reject()\nWHEN 1 > 4');
    expect(mergeRule(base, mine, theirs).places).toEqual(['a 1']);
    expect(merged(mine, theirs)).toBeNull();
    const code = (choice: Choice) => merged(mine, theirs, { 'a 1': choice })?.clauses[0]?.code;
    expect(code('mine')).toBe('RETURN Reject()\nWHEN 1 > 3');
    expect(code('theirs')).toBe('RETURN Reject()\nWHEN 1 > 4');
    expect(code('both')).toBe('RETURN Reject()\nWHEN 1 > 4\nWHEN 1 > 3');
  });

  test('clauses that either side added stay, after the clause they followed', () => {
    const mine = addClause(base, { id: 'm', name: 'Mine', code: 'RETURN Reject()' });
    const theirs = { ...base, clauses: base.clauses.toSpliced(1, 0, { id: 't', name: 'Theirs', code: 'OBSERVE' }) };
    expect(merged(mine, theirs)?.clauses.map(({ id }) => id)).toEqual(['a', 't', 'b', 'm']);
  });

  test('an order that one side changed is kept', () => {
    const moved = moveClause(base, 'b', -1);
    const added = addClause(base, { id: 't', name: 'Theirs', code: '' });
    expect(merged(moved, added)?.clauses.map(({ id }) => id)).toEqual(['b', 't', 'a']);
    expect(merged(added, moved)?.clauses.map(({ id }) => id)).toEqual(['b', 't', 'a']);
  });

  test('a clause one side took out goes, unless the other changed it', () => {
    const without = removeClause(base, 'a');
    expect(merged(without, base)?.clauses.map(({ id }) => id)).toEqual(['b']);
    const theirs = withCode(base, 'a', 'RETURN Review()');
    expect(mergeRule(base, without, theirs).places).toEqual(['a removal']);
    expect(merged(without, theirs, { 'a removal': 'mine' })?.clauses.map(({ id }) => id)).toEqual(['b']);
    expect(merged(without, theirs, { 'a removal': 'theirs' })?.clauses[0]?.code).toBe('RETURN Review()');
  });

  test('names and samples that both changed are asked about as well', () => {
    const mine = withSample(renameClause(base, 'a', 'M'), { amount: 3 });
    const theirs = withSample(renameClause(base, 'a', 'T'), { amount: 4 });
    expect(mergeRule(base, mine, theirs).places).toEqual(['a name', 'sample']);
    const text = merged(mine, theirs, { 'a name': 'theirs', sample: 'mine' });
    expect([text?.clauses[0]?.name, text?.samplePayload]).toEqual(['T', { amount: 3 }]);
  });

  test('a rule keeps a clause although each side took out the other one', () => {
    expect(merged(removeClause(base, 'a'), removeClause(base, 'b'))?.clauses.map(({ id }) => id)).toEqual(['b']);
  });

  test('a section only one side chose is taken, two different ones wait for a choice; clauses stay in run order', () => {
    const sections = ['prior', 'postBot', 'postRisk'] as const;
    const once = moveClause(base, 'b', 1, sections);
    const twice = moveClause(once, 'b', 1, sections);
    const sectionIn = (text: RuleText | null) => text?.clauses.find(({ id }) => id === 'b')?.section;
    expect(sectionIn(merged(once, base))).toBe('postBot');
    expect(sectionIn(merged(base, twice))).toBe('postRisk');
    expect(mergeRule(base, once, twice).places).toEqual(['b section']);
    expect(sectionIn(merged(once, twice, { 'b section': 'mine' }))).toBe('postBot');
    expect(sectionIn(merged(once, twice, { 'b section': 'theirs' }))).toBe('postRisk');
    const firstLast = moveClause(moveClause(once, 'a', 1, sections), 'a', 1, sections);
    expect(merged(firstLast, twice, { 'b section': 'mine' })?.clauses.map(({ id }) => id)).toEqual(['b', 'a']);
  });
});
