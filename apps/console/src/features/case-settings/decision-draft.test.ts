import { DEFAULT_CASE_CONFIGURATION } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import {
  draftOf,
  draftProblems,
  jsonOf,
  orphanedDecisions,
  withChange,
  withDecision,
  withMoved,
  withoutDecision,
} from './decision-draft.ts';

const JSON_OF_DEFAULT = {
  queueDecisions: DEFAULT_CASE_CONFIGURATION.decisions.map(({ sentiment, code, reasons, ...decision }) => ({
    ...decision,
    reasons: [...reasons],
    buttonSentiment: sentiment,
    fqlAction: code,
  })),
  defaultDecisionButtonName: 'Approve',
};
const draft = draftOf(JSON_OF_DEFAULT);

describe('decisions in hand', () => {
  it('come back as the JSON they were read from', () => {
    expect(jsonOf(draft)).toEqual(JSON_OF_DEFAULT);
    expect(draftProblems(draft)).toEqual([]);
  });

  it('keep the default at a decision that is renamed, and lose it with one that is removed', () => {
    expect(jsonOf(withChange(draft, 0, { name: 'Accept' })).defaultDecisionButtonName).toBe('Accept');
    expect(draftProblems(withoutDecision(draft, 0)).map(({ code }) => code)).toEqual([
      'tooFewNames',
      'tooFewActions',
      'unknownDefault',
    ]);
  });

  it('say of a new decision that name and reason are missing', () => {
    expect(draftProblems(withDecision(draft))).toEqual([
      { code: 'noName', decision: 2 },
      { code: 'noReason', decision: 2 },
    ]);
  });

  it('move one place and stay within their row', () => {
    const names = (moved: typeof draft) => moved.decisions.map(({ name }) => name);
    expect(names(withMoved(draft, 0, 1))).toEqual(['Reject', 'Approve']);
    expect(names(withMoved(draft, 0, -1))).toEqual(['Approve', 'Reject']);
  });

  it('name the queues whose decision is gone', () => {
    const queues = [
      { name: 'Fast', decision: 'Approve' },
      { name: 'Careful', decision: 'Reject' },
    ];
    expect([...orphanedDecisions(withChange(draft, 0, { name: 'Accept' }), queues)]).toEqual([
      ['Approve', [{ name: 'Fast', decision: 'Approve' }]],
    ]);
  });
});
