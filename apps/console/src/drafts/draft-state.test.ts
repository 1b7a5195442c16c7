import { describe, expect, test } from 'vitest';
import { type DraftAction, type DraftState, draftReducer, hasUnsavedText, openDraft } from './draft-state.ts';
import { note, NOTE_TEXTS, type Note } from './testing/note.ts';

type State = DraftState<Note, string>;
type Action = DraftAction<Note, string>;

const play = (state: State, ...actions: readonly Action[]): State => actions.reduce(draftReducer(NOTE_TEXTS), state);
const edited = (text: string): Action => ({ type: 'edited', text });

describe('draft state', () => {
  const opened = openDraft(NOTE_TEXTS, note('a', '1'));

  test('typing makes it changed, saving makes it clean', () => {
    const changed = play(opened, edited('b'));
    expect(changed.phase).toBe('changed');
    expect(hasUnsavedText(changed)).toBe(true);
    const saved = play(changed, { type: 'saveStarted' }, { type: 'saved', saved: note('b', '2') });
    expect(saved).toMatchObject({ phase: 'clean', saved: { version: '2' } });
    expect(hasUnsavedText(saved)).toBe(false);
  });

  test('what was typed while saving is saved next', () => {
    const state = play(opened, edited('b'), { type: 'saveStarted' }, edited('c'), {
      type: 'saved',
      saved: note('b', '2'),
    });
    expect(state).toMatchObject({ phase: 'changed', text: 'c', saved: { version: '2' } });
  });

  test('a failed save keeps the text and tries again with the next change', () => {
    const failed = play(opened, edited('b'), { type: 'saveStarted' }, { type: 'failed' });
    expect(failed).toMatchObject({ phase: 'failed', text: 'b' });
    expect(play(failed, edited('c')).phase).toBe('changed');
  });

  test('in a conflict typing goes on and nothing is sent until a choice is made', () => {
    const state = play(opened, edited('b'), { type: 'saveStarted' }, { type: 'conflicted', theirs: note('x', '9') });
    expect(play(state, edited('c'))).toMatchObject({ phase: 'conflict', text: 'c' });
    expect(play(state, { type: 'theirsTaken' })).toMatchObject({ phase: 'clean', text: 'x' });
    expect(play(state, { type: 'overwriteChosen' })).toMatchObject({
      phase: 'changed',
      text: 'b',
      saved: { version: '9' },
      theirs: null,
    });
  });

  test('another command of ours brings the new tag and leaves unsaved text alone', () => {
    expect(play(opened, { type: 'replaced', saved: note('a', '5') })).toMatchObject({
      phase: 'clean',
      saved: { version: '5' },
    });
    expect(play(opened, edited('b'), { type: 'replaced', saved: note('a', '5') })).toMatchObject({
      phase: 'changed',
      text: 'b',
      saved: { version: '5' },
    });
  });
});
