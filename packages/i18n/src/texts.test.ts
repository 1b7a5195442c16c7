import { describe, expect, it } from 'vitest';
import { createBundledTexts, MISSING_VALUE, textOptions, unknownKey } from './index.ts';

describe('texts', () => {
  it('choose the plural form by count', () => {
    const texts = createBundledTexts('en-US');
    expect(texts.t('common:count.events', { count: 1 })).toBe('1 event');
    expect(texts.t('common:count.events', { count: 2 })).toBe('2 events');
  });

  it('show a placeholder for an unknown key and for a missing value', () => {
    const texts = createBundledTexts('en-US');
    expect(texts.t('common:no.such.key')).toBe(unknownKey('no.such.key'));
    expect(texts.t('common:time.asOf')).toContain(MISSING_VALUE);
  });

  it('fall back to English where a language lacks a key', () => {
    const texts = createBundledTexts('de-DE', {});
    expect(texts.t('common:action.save')).toBe('Save');
  });

  it('retry as documented: five times, from 350 ms, ten files at once', () => {
    expect(textOptions()).toMatchObject({
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      fallbackLng: 'en-US',
    });
  });

  it('report an unknown key once', () => {
    const problems: string[] = [];
    const options = textOptions(({ key }) => problems.push(key));
    options.parseMissingKeyHandler?.('a.b');
    options.parseMissingKeyHandler?.('a.b');
    expect(problems).toEqual(['a.b']);
  });
});
