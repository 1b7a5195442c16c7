import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

describe('sealed secrets', () => {
  const box = createSecretBox('the key of an installation');

  it('open again in their place, and look different each time', () => {
    const [one, two] = [box.seal('pa$$wörd', 'call/auth'), box.seal('pa$$wörd', 'call/auth')];
    expect(one).not.toBe(two);
    expect(one).not.toContain('pa$$');
    expect(box.open(one, 'call/auth')).toBe('pa$$wörd');
    expect(box.open(box.seal('', 'x'), 'x')).toBe('');
  });

  it('open nowhere else, with no other key, and not when they were changed', () => {
    const sealed = box.seal('secret', 'call/auth');
    expect(box.open(sealed, 'other/auth')).toBeUndefined();
    expect(createSecretBox('another key').open(sealed, 'call/auth')).toBeUndefined();
    const changed = sealed.slice(0, 8) + (sealed[8] === 'A' ? 'B' : 'A') + sealed.slice(9);
    for (const text of [changed, 'v1.', 'v2.AAAA', '', 'secret']) expect(box.open(text, 'call/auth')).toBeUndefined();
  });
});
