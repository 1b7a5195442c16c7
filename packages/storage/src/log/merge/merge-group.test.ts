import { describe, expect, it } from 'vitest';
import { MERGED_BYTES, MERGED_EVENTS, nextGroup, type Candidate } from './merge-group.ts';

type Given = Partial<Candidate> & { readonly at: number };
const rows = (...given: readonly Given[]): readonly Candidate[] =>
  given.map(({ at, ...row }) => ({
    tenant_id: 't',
    environment_id: 'e',
    first_position: at,
    event_count: 10,
    span: null,
    codec: 2,
    bytes: 1000,
    ...row,
  }));
const places = (found: readonly Given[]) => {
  const { passed, group } = nextGroup(rows(...found));
  return { passed: passed?.first_position, group: group.map(({ first_position: first }) => first) };
};

describe('the next segments that become one', () => {
  it('are those of one environment, with gaps between them', () => {
    const found = [{ at: 1 }, { at: 31 }, { at: 61, environment_id: 'f' }, { at: 91, environment_id: 'f' }];
    expect(places(found)).toEqual({ passed: undefined, group: [1, 31] });
  });

  it('stay below the bounds in events, bytes and positions', () => {
    expect(
      places([{ at: 1, event_count: MERGED_EVENTS - 10 }, { at: 300 }, { at: 310, event_count: 1 }]).group,
    ).toEqual([1, 300]);
    expect(places([{ at: 1, bytes: MERGED_BYTES / 2 }, { at: 11, bytes: MERGED_BYTES / 2 }, { at: 21 }]).group).toEqual(
      [1, 11],
    );
    expect(places([{ at: 1 }, { at: 2001 }, { at: 4087 }, { at: 4100 }]).group).toEqual([1, 2001, 4087]);
    expect(places([{ at: 1 }, { at: 2001 }, { at: 4088 }, { at: 4100 }]).group).toEqual([1, 2001]);
  });

  it('leave out what is merged, of an older codec, too large, or alone', () => {
    const found = [
      { at: 1, span: 20 },
      { at: 31, codec: 1 },
      { at: 61 },
      { at: 91, codec: 1 },
      { at: 121, bytes: Number.POSITIVE_INFINITY },
      { at: 151 },
      { at: 181 },
      { at: 211, environment_id: 'f' },
    ];
    expect(places(found)).toEqual({ passed: 121, group: [151, 181] });
    expect(places(found.slice(0, 5))).toEqual({ passed: 121, group: [] });
    expect(places([])).toEqual({ passed: undefined, group: [] });
  });

  it('are looked at again where the list ends with them', () => {
    expect(places([{ at: 1, span: 20 }, { at: 31 }, { at: 61 }])).toEqual({ passed: 1, group: [] });
    expect(places([{ at: 31 }, { at: 61 }])).toEqual({ passed: undefined, group: [31, 61] });
  });
});
