import { AppError } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from './refusal.ts';

describe('sentenceOf', () => {
  it('says why a command refused', () => {
    expect(sentenceOf(new AppError('BRANCH-LIMIT', { limit: 20 }))).toBe('A rule list has at most 20 branches.');
  });

  it('says it as the console does where files have no sentence of their own', () => {
    expect(sentenceOf(new AppError('EXTERNAL-ASSESSMENT-TARGET', { target: 'Risk' }))).toBe(
      'This assessment cannot be called from here: it is gone, not shared, or its environment is not active.',
    );
    expect(sentenceOf(new AppError('RULE-NAME-TAKEN', { name: '<Großer Einkauf>' }))).toBe(
      'Another rule is already named “<Großer Einkauf>”.',
    );
  });
});
