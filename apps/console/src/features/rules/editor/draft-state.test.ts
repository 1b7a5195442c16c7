import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { describe, expect, test } from 'vitest';
import { type DraftAction, type DraftState, draftReducer, hasUnsavedText, openDraft } from './draft-state.ts';

const text = (condition: string): RuleText => ({
  condition,
  clauses: [{ id: 'c', name: 'Clause 1', code: 'RETURN Approve()' }],
  samplePayload: {},
});

const rule = (condition: string, version: string): RuleDetail => ({
  id: 'r',
  environmentId: 'e',
  assessment: 'purchase',
  name: 'Rule',
  description: '',
  status: 'DraftOnly',
  order: null,
  published: null,
  draft: { ...text(condition), savedAt: '2026-11-20T14:31:00.000Z', by: 'Priya', basedOnVersion: 0 },
  history: [],
  version,
  canWrite: true,
});

const play = (state: DraftState, ...actions: readonly DraftAction[]): DraftState => actions.reduce(draftReducer, state);
const edited = (condition: string): DraftAction => ({ type: 'edited', text: text(condition) });

describe('draft state', () => {
  const opened = openDraft(rule('a', '1'));

  test('typing makes it changed, saving makes it clean', () => {
    const changed = play(opened, edited('b'));
    expect(changed.phase).toBe('changed');
    expect(hasUnsavedText(changed)).toBe(true);
    const saved = play(changed, { type: 'saveStarted' }, { type: 'saved', rule: rule('b', '2') });
    expect(saved).toMatchObject({ phase: 'clean', rule: { version: '2' } });
    expect(hasUnsavedText(saved)).toBe(false);
  });

  test('what was typed while saving is saved next', () => {
    const state = play(opened, edited('b'), { type: 'saveStarted' }, edited('c'), {
      type: 'saved',
      rule: rule('b', '2'),
    });
    expect(state).toMatchObject({ phase: 'changed', text: { condition: 'c' }, rule: { version: '2' } });
  });

  test('a failed save keeps the text and tries again with the next change', () => {
    const failed = play(opened, edited('b'), { type: 'saveStarted' }, { type: 'failed' });
    expect(failed).toMatchObject({ phase: 'failed', text: { condition: 'b' } });
    expect(play(failed, edited('c')).phase).toBe('changed');
  });

  test('in a conflict typing goes on and nothing is sent until a choice is made', () => {
    const state = play(opened, edited('b'), { type: 'saveStarted' }, { type: 'conflicted', theirs: rule('x', '9') });
    expect(play(state, edited('c'))).toMatchObject({ phase: 'conflict', text: { condition: 'c' } });
    expect(play(state, { type: 'theirsTaken' })).toMatchObject({ phase: 'clean', text: { condition: 'x' } });
    expect(play(state, { type: 'overwriteChosen' })).toMatchObject({
      phase: 'changed',
      text: { condition: 'b' },
      rule: { version: '9' },
      theirs: null,
    });
  });

  test('another command of ours brings the new tag and leaves unsaved text alone', () => {
    expect(play(opened, { type: 'replaced', rule: rule('a', '5') })).toMatchObject({
      phase: 'clean',
      rule: { version: '5' },
    });
    expect(play(opened, edited('b'), { type: 'replaced', rule: rule('a', '5') })).toMatchObject({
      phase: 'changed',
      text: { condition: 'b' },
      rule: { version: '5' },
    });
  });
});
