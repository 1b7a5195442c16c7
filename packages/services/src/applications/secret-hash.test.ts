import { describe, expect, it } from 'vitest';
import { hashSecret, matchesSecret } from './secret-hash.ts';

describe('client secrets', () => {
  it('match their own hash and no other', async () => {
    const hash = await hashSecret('correct horse');
    expect(hash).not.toContain('correct');
    expect(await matchesSecret('correct horse', hash)).toBe(true);
    expect(await matchesSecret('correct horse ', hash)).toBe(false);
    expect(await matchesSecret('correct horse', 'plain')).toBe(false);
  });

  it('are salted', async () => {
    expect(await hashSecret('same')).not.toBe(await hashSecret('same'));
  });
});
