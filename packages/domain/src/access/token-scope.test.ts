import { describe, expect, it } from 'vitest';
import { commonCapabilities, environmentsOfScope, tokenEnd, tokenState } from './token-scope.ts';

const day = (number: number): Date => new Date(number * 86_400_000);

describe('the scope of a token', () => {
  it('never gives more than is held, nor more than was asked for', () => {
    const held = { search: 'read', lists: 'write', usage: 'write' } as const;
    expect(commonCapabilities(held, { search: 'write', lists: 'read', alerts: 'write' })).toEqual({
      search: 'read',
      lists: 'read',
    });
  });

  it('reaches environments and those below them, or all', () => {
    const tree = [
      { id: 'root', parentId: null, name: 'root' },
      { id: 'child', parentId: 'root', name: 'child' },
      { id: 'other', parentId: null, name: 'other' },
    ];
    const reached = environmentsOfScope({ capabilities: {}, environmentIds: ['root'] }, tree);
    expect(reached).toEqual(new Set(['root', 'child']));
    expect(environmentsOfScope({ capabilities: {}, environmentIds: null }, tree)).toBeUndefined();
  });
});

describe('the life of a token', () => {
  const token = { createdAt: day(0), expiresAt: day(90), revokedAt: null };

  it('ends at its date, or earlier where the tenant allows less', () => {
    expect([tokenEnd(token, 365), tokenEnd(token, 30)]).toEqual([day(90), day(30)]);
    expect([29, 30].map((age) => tokenState(token, 30, day(age)))).toEqual(['active', 'expired']);
  });

  it('ends when it is revoked', () => {
    expect(tokenState({ ...token, revokedAt: day(1) }, 365, day(2))).toBe('revoked');
  });
});
