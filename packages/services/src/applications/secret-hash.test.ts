import { randomBytes, scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashSecret, isSlowHash, matchesSecret } from './secret-hash.ts';

const ofAnEarlierRelease = (secret: string): string => {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64url')}$${scryptSync(secret, salt, 32).toString('base64url')}`;
};

describe('client secrets', () => {
  it('match their own hash and no other', async () => {
    const hash = hashSecret('correct horse');
    expect(hash).not.toContain('correct');
    expect(await matchesSecret('correct horse', hash)).toBe(true);
    expect(await matchesSecret('correct horse ', hash)).toBe(false);
    expect(await matchesSecret('correct horse', 'plain')).toBe(false);
  });

  it('have a key each', () => {
    expect(hashSecret('same')).not.toBe(hashSecret('same'));
  });

  it('match the slow hash of an earlier release, which is recognised as one', async () => {
    const old = ofAnEarlierRelease('correct horse');
    expect([isSlowHash(old), isSlowHash(hashSecret('correct horse'))]).toEqual([true, false]);
    const answers = await Promise.all(['correct horse', 'wrong'].map((secret) => matchesSecret(secret, old)));
    expect(answers).toEqual([true, false]);
  });
});
