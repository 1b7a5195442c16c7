import { CANCEL_CAUSES } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { timelineTextKey } from './timeline-text.ts';

describe('the sentence of an entry', () => {
  it('says why the product cancelled a case, in the language of the reader', () => {
    for (const cause of CANCEL_CAUSES)
      expect(timelineTextKey({ kind: 'case', what: 'cancel', subject: cause })).toBe(`timeline.cancelled.${cause}`);
    expect(timelineTextKey({ kind: 'case', what: 'cancel', subject: null })).toBe('timeline.cancel');
  });

  it('names what a newer server tells as it was sent', () => {
    expect(timelineTextKey({ kind: 'case', what: 'teleport', subject: null })).toBe('timeline.other');
    expect(timelineTextKey({ kind: 'later', what: 'chargeback', subject: 'c-1' })).toBe('timeline.later');
  });
});
