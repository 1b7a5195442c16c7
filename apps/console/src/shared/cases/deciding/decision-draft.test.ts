import { describe, expect, it } from 'vitest';
import { MAX_CASE_NOTE } from '@redoubt/domain';
import { draftProblem, EMPTY_DRAFT, isDecisionDraft, withDecision } from './decision-draft.ts';

const approve = { name: 'Approve', reasons: ['Low risk', 'Other'] };
const reject = { name: 'Reject', reasons: ['Stolen card', 'Other'] };
const close = { name: 'Close', reasons: ['Duplicate'] };
const all = [approve, reject, close];

describe('the draft of a decision', () => {
  it('says what is missing, in the order of the page', () => {
    expect(draftProblem(EMPTY_DRAFT, all)).toBe('noDecision');
    const chosen = withDecision(EMPTY_DRAFT, approve);
    expect(draftProblem(chosen, all)).toBe('noReason');
    expect(draftProblem({ ...chosen, reason: 'Low risk' }, all)).toBeUndefined();
    expect(draftProblem({ ...chosen, reason: 'Low risk', note: 'x'.repeat(MAX_CASE_NOTE + 1) }, all)).toBe('longNote');
  });

  it('keeps note and shared reason when another decision is chosen', () => {
    const draft = { ...EMPTY_DRAFT, decision: 'Approve', reason: 'Other', note: 'Called the customer.' };
    expect(withDecision(draft, reject)).toEqual({ ...draft, decision: 'Reject' });
    expect(withDecision({ ...draft, reason: 'Low risk' }, reject).reason).toBeNull();
  });

  it('has the reason at once where a decision has only one', () => {
    expect(draftProblem(withDecision(EMPTY_DRAFT, close), all)).toBeUndefined();
  });

  it('is not submitted with a decision or reason that was taken out of the configuration', () => {
    const draft = { ...EMPTY_DRAFT, decision: 'Approve', reason: 'Low risk' };
    expect(draftProblem(draft, [reject])).toBe('noDecision');
    expect(draftProblem(draft, [{ name: 'Approve', reasons: ['Other'] }])).toBe('noReason');
  });

  it('is recognised when a tab kept it', () => {
    expect(isDecisionDraft(EMPTY_DRAFT)).toBe(true);
    expect(isDecisionDraft({ ...EMPTY_DRAFT, decision: 1 })).toBe(false);
    expect(isDecisionDraft(null)).toBe(false);
  });
});
