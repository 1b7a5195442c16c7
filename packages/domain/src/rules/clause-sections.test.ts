import { describe, expect, it } from 'vitest';
import { inRunOrder, nearestSection, scoresIn, scoresOf, sectionsOf, type ClauseSection } from './clause-sections.ts';

describe('sections of clauses', () => {
  it('are those of the stages an assessment has', () => {
    expect(sectionsOf('purchase')).toEqual(['prior', 'postRisk']);
    expect(sectionsOf('accountCreation')).toEqual(['prior', 'postBot', 'postRisk']);
    expect(sectionsOf('accountLogin')).toEqual(['prior', 'postBot', 'postRisk']);
    expect(sectionsOf('legacy-1')).toEqual(['prior']);
    expect(sectionsOf('assessment-1')).toEqual(['prior']);
  });

  it('know the scores of the stages before them', () => {
    expect(scoresIn('accountLogin', 'prior')).toEqual([]);
    expect(scoresIn('accountLogin', 'postBot')).toEqual(['botScore']);
    expect(scoresIn('accountLogin', 'postRisk')).toEqual(['botScore', 'riskScore']);
    expect(scoresOf('purchase')).toEqual(['riskScore']);
    expect(scoresOf('assessment-1')).toEqual([]);
  });

  it('run one after another, their clauses as they stand; a clause without one is in the first', () => {
    const clauses: readonly { readonly name: string; readonly section?: ClauseSection }[] = [
      { name: 'a', section: 'postRisk' },
      { name: 'b' },
      { name: 'c', section: 'postBot' },
      { name: 'd', section: 'prior' },
      { name: 'e', section: 'postRisk' },
    ];
    expect(inRunOrder(clauses).map(({ name }) => name)).toEqual(['b', 'd', 'c', 'a', 'e']);
  });

  it('find their like in an assessment with fewer stages, never a later one', () => {
    expect(nearestSection('purchase', 'postBot')).toBe('prior');
    expect(nearestSection('purchase', 'postRisk')).toBe('postRisk');
    expect(nearestSection('accountLogin', 'postBot')).toBe('postBot');
    expect(nearestSection('legacy-1', 'postRisk')).toBe('prior');
  });
});
