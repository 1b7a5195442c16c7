import type { Clause, RuleText } from '@redoubt/contracts';
import { sectionOf, type ClauseSection } from '@redoubt/domain';
import { describe, expect, test } from 'vitest';
import { moveClause, placeClause, scoresInReach, sectionAfterMove } from './clause-places.ts';
import { addClause, insertClause, sameText } from './rule-text.ts';

const ALL = ['prior', 'postBot', 'postRisk'] as const;
const clause = (id: string, section?: ClauseSection): Clause => ({
  id,
  name: id,
  code: '',
  ...(section && { section }),
});
const text: RuleText = {
  condition: '',
  clauses: [clause('a'), clause('b'), clause('c', 'postRisk')],
  samplePayload: {},
};
const placesOf = ({ clauses }: RuleText) => clauses.map((each) => `${each.id} ${sectionOf(each)}`).join(', ');

describe('a clause', () => {
  test('moves past its neighbour, and at the edge of its section into the next, empty or not', () => {
    expect(placesOf(moveClause(text, 'a', 1, ALL))).toBe('b prior, a prior, c postRisk');
    const between = moveClause(text, 'b', 1, ALL);
    expect(placesOf(between)).toBe('a prior, b postBot, c postRisk');
    expect(placesOf(moveClause(between, 'b', 1, ALL))).toBe('a prior, b postRisk, c postRisk');
    expect(placesOf(moveClause(moveClause(text, 'c', -1, ALL), 'c', -1, ALL))).toBe('a prior, b prior, c prior');
    expect(sectionAfterMove(text, 'b', 1, ALL)).toBe('postBot');
    expect(sectionAfterMove(text, 'b', -1, ALL)).toBe('prior');
  });

  test('stays where there is nowhere to go, and in one list knows no sections', () => {
    expect(moveClause(text, 'a', -1, ALL)).toBe(text);
    expect(moveClause(text, 'c', 1, ALL)).toBe(text);
    expect(sectionAfterMove(text, 'c', 1, ALL)).toBeNull();
    const list = { ...text, clauses: [clause('a'), clause('b')] };
    expect(placesOf(moveClause(list, 'a', 1))).toBe('b prior, a prior');
    expect(moveClause(list, 'b', 1)).toBe(list);
  });

  test('is put where it is dropped', () => {
    expect(placesOf(placeClause(text, 'c', { section: 'prior', before: 'b' }))).toBe('a prior, c prior, b prior');
    expect(placesOf(placeClause(text, 'a', { section: 'postRisk', before: null }))).toBe(
      'b prior, c postRisk, a postRisk',
    );
    expect(placesOf(placeClause(text, 'a', { section: 'postBot', before: null }))).toBe(
      'b prior, a postBot, c postRisk',
    );
    expect(placeClause(text, 'a', { section: 'prior', before: 'a' })).toBe(text);
  });

  test('is added at the end of its section, and comes back near where it was', () => {
    expect(placesOf(addClause(text, clause('d')))).toBe('a prior, b prior, d prior, c postRisk');
    expect(placesOf(insertClause(text, clause('d', 'postRisk'), 0))).toBe('a prior, b prior, d postRisk, c postRisk');
  });

  test('in another section is another text, with other scores in reach', () => {
    expect(sameText(text, moveClause(text, 'b', 1, ALL))).toBe(false);
    expect(sameText(text, { ...text, clauses: [clause('a', 'prior'), clause('b'), clause('c', 'postRisk')] })).toBe(
      true,
    );
    expect(scoresInReach('accountLogin', text)).toEqual(['botScore', 'riskScore']);
    expect(scoresInReach('purchase', { clauses: [clause('a')] })).toEqual([]);
  });
});
