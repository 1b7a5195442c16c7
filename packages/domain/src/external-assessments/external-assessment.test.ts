import { describe, expect, it } from 'vitest';
import { assessmentCallCode, emptyAnswerOf, mayCallAssessment } from './external-assessment.ts';

describe('an external assessment', () => {
  it('points to what is private below its own root, and to what is shared anywhere', () => {
    expect(mayCallAssessment('root', { rootId: 'root', sharing: 'Private' })).toBe(true);
    expect(mayCallAssessment('other', { rootId: 'root', sharing: 'Private' })).toBe(false);
    expect(mayCallAssessment('other', { rootId: 'root', sharing: 'Shared' })).toBe(true);
  });

  it('answers with the shape of the sample where the target does not', () => {
    const sample = {
      decisionDetails: { merchantRuleDecision: 'Reject', reasons: ['a'], score: 7, ok: true },
      risk: null,
    };
    expect(emptyAnswerOf(sample)).toEqual({
      decisionDetails: { merchantRuleDecision: '', reasons: [], score: 0, ok: false },
      risk: null,
    });
    expect(emptyAnswerOf(null)).toBeNull();
  });

  it('is written with the fields of the API, those that are required marked', () => {
    const fields = [
      { name: 'user', required: false, sample: { id: 'nora' } },
      { name: 'stars', required: true, sample: 4 },
    ];
    expect(assessmentCallCode('review', { method: 'Evaluate', api: null, friendlyName: '', fields })).toBe(
      [
        'LET $answer = Assessments.review.Evaluate(',
        '  $baseInput = @@, // every field it knows of this event',
        '  user = {',
        '    "id": "nora"',
        '  },',
        '  stars = 4 // required',
        ')',
      ].join('\n'),
    );
    expect(assessmentCallCode('review', { method: 'Observe', api: 'Refund', friendlyName: '', fields: [] })).toBe(
      'LET $answer = Assessments.review.Observe(\n  "Refund"\n)',
    );
  });
});
