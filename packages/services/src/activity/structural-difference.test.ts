import { describe, expect, it } from 'vitest';
import { structuralDifference } from './structural-difference.ts';

const clause = (id: string, code: string) => ({ id, name: id, code });

describe('what the activity log keeps of a change', () => {
  it('is what differs, however deep it stands', () => {
    const before = { version: 1, active: true, nested: { same: 1, other: 2 }, gone: 'x' };
    const after = { version: 2, active: true, nested: { same: 1, other: 3 }, fresh: null };
    expect(structuralDifference(before, after)).toEqual([
      { version: 1, nested: { other: 2 }, gone: 'x' },
      { version: 2, nested: { other: 3 }, fresh: null },
    ]);
  });

  it('names elements of a list that came, went or changed, and their order where that is all', () => {
    const [a, b, c] = [clause('a', '1'), clause('b', '1'), clause('c', '1')];
    expect(structuralDifference({ clauses: [a, b] }, { clauses: [a, { ...b, code: '2' }, c] })).toEqual([
      { clauses: [b] },
      { clauses: [{ ...b, code: '2' }, c] },
    ]);
    expect(structuralDifference([a, b], [b, a])).toEqual([{ order: ['a', 'b'] }, { order: ['b', 'a'] }]);
    expect(structuralDifference(['x', 'y'], ['y'])).toEqual([['x', 'y'], ['y']]);
  });

  it('is all of it where there is nothing to compare with', () => {
    expect(structuralDifference(null, { name: 'First' })).toEqual([null, { name: 'First' }]);
    expect(structuralDifference({ name: 'First' }, null)).toEqual([{ name: 'First' }, null]);
  });

  it('holds no sample, no note about a person and no key in an address', () => {
    const [before, after] = structuralDifference(
      {
        samplePayload: { user: { email: 'nora@mailbox.example' } },
        comments: 'called Nora',
        url: 'https://a.example/x',
      },
      {
        samplePayload: {},
        comments: '',
        url: 'https://a.example/x?key=s3cret',
        fields: [{ path: 'p', sample: 'Nora' }],
      },
    );
    expect(JSON.stringify([before, after])).not.toMatch(/nora|s3cret/i);
    expect(before).toMatchObject({ samplePayload: { sha256: expect.any(String) as unknown } });
    expect(after).toMatchObject({ samplePayload: {}, comments: '', url: { address: 'https://a.example/x' } });
  });
});
