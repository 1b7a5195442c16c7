import { describe, expect, it } from 'vitest';
import { blockBody, chosenEntities, isBlockDraft, NO_BLOCK, withAll, withEntity } from './block-draft.ts';

const REJECT = { caseAction: 'Reject', labelAction: 'Fraud' } as const;
const APPROVE = { caseAction: 'Approve', labelAction: 'NonFraud' } as const;

describe('what is blocked with a decision', () => {
  it('is chosen one by one, in the order of the lists', () => {
    const both = withEntity(withEntity(NO_BLOCK, 'deviceId'), 'email');
    expect(both.entities).toEqual(['email', 'deviceId']);
    expect(withEntity(both, 'email').entities).toEqual(['deviceId']);
  });

  it('is chosen all at once by one key, and let go of by the same', () => {
    const all = withAll(withEntity(NO_BLOCK, 'email'), ['email', 'deviceId']);
    expect(all.entities).toEqual(['email', 'deviceId']);
    expect(withAll(all, ['email', 'deviceId']).entities).toEqual([]);
  });

  it('goes with decisions that reject, and only as far as it is offered', () => {
    const draft = withAll(NO_BLOCK, ['email', 'deviceId']);
    expect(chosenEntities(draft, REJECT, ['email'])).toEqual(['email']);
    expect(chosenEntities(draft, APPROVE, ['email'])).toEqual([]);
    expect(chosenEntities(draft, undefined, ['email'])).toEqual([]);
  });

  it('is sent with its end, for good without one, and not at all where nothing is chosen', () => {
    const nowMs = Date.UTC(2026, 0, 1);
    expect(blockBody(['email'], 30, nowMs)).toEqual({
      block: { entities: ['email'], until: '2026-01-31T00:00:00.000Z' },
    });
    expect(blockBody(['email'], null, nowMs)).toEqual({ block: { entities: ['email'], until: null } });
    expect(blockBody([], 30, nowMs)).toEqual({});
  });

  it('is recognised when a tab kept it', () => {
    expect(isBlockDraft(NO_BLOCK)).toBe(true);
    expect(isBlockDraft({ entities: ['ipAddress'], days: 90 })).toBe(false);
    expect(isBlockDraft({ entities: [], days: 7 })).toBe(false);
    expect(isBlockDraft(null)).toBe(false);
  });
});
