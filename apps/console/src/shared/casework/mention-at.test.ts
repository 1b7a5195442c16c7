import { describe, expect, it } from 'vitest';
import { mentionAt, withMention } from './mention-at.ts';

describe('a mention while it is typed', () => {
  it('begins with an at sign at the beginning or behind a blank', () => {
    expect(mentionAt('@No', 3)).toBe('No');
    expect(mentionAt('Ask @', 5)).toBe('');
    expect(mentionAt('Ask @José', 9)).toBe('José');
    expect(mentionAt('mail a@b', 8)).toBeNull();
    expect(mentionAt('@Noor look', 10)).toBeNull();
  });

  it('gives way to the name that is chosen', () => {
    expect(withMention('Ask @No about it', 7, 'Noor Haddad')).toEqual({
      text: 'Ask @Noor Haddad about it',
      caret: 17,
    });
  });
});
