import { describe, expect, it } from 'vitest';
import { isEmailAddress } from './email-address.ts';

describe('an e-mail address', () => {
  it.each(['nora@mailbox.example', 'n.q+shop@a.b.example', 'ñ@пример.example'])('is %s', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    'nora',
    'nora@mailbox',
    'nora@mailbox.',
    'nora@mail box.example',
    'nora@@mailbox.example',
    `nora@${'.'.repeat(300)}@`,
    `nora@${'a.'.repeat(100_000)}@`,
    `${'n'.repeat(320)}@mailbox.example`,
  ])('is not %.40s', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});
