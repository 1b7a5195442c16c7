import fc from 'fast-check';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  countWithin,
  decodeHeads,
  decodeSegment,
  encodeHead,
  eventsWithin,
  headsWithin,
  onlyAt,
  splitSegment,
  textsOfEvents,
  writeSegment,
} from './segment-codec.ts';

const PLACE = {
  tenant_id: '11111111-1111-4111-8111-111111111111',
  environment_id: '22222222-2222-4222-8222-222222222222',
  first_position: 41,
};
const head = (eventId: string): string =>
  JSON.stringify([2, eventId, 1000, 2000, 0, 'c', { purchaseId: eventId, body: {} }]);
const texts = (name: string): string[] => [`{"is":"${name}"}`, '{}', '{"answer":1}'];
const packed = (parts: readonly string[]): Buffer => zstdCompressSync(Buffer.from(parts.join('\0')));
const NAMES = ['a', 'b'];

const dense = (count: number) => {
  const names = Array.from({ length: count }, (_, at) => `é${at}`);
  return { ...PLACE, codec: 2, heads: packed(names.map(head)), data: packed(names.flatMap(texts)) };
};

describe('a segment', () => {
  const heads = packed(NAMES.map(head));
  const current = { ...PLACE, codec: 2, heads, data: packed(NAMES.flatMap(texts)) };

  it('gives its events, and their heads without the rest', () => {
    const events = decodeSegment(current);
    expect(events).toMatchObject([
      { position: 41, kind: 'purchaseStatus', eventId: 'a', requestText: '{"is":"a"}', resultText: '{"answer":1}' },
      { position: 42, eventId: 'b', requestText: '{"is":"b"}', inputsText: '{}' },
    ]);
    expect(decodeHeads(current)).toEqual(
      events.map(({ requestText: _request, inputsText: _inputs, resultText: _result, ...rest }) => rest),
    );
  });

  it('of the first codec says the same', () => {
    const data = packed(NAMES.flatMap((name) => [head(name), ...texts(name)]));
    expect(decodeSegment({ ...PLACE, codec: 1, heads: null, data })).toEqual(decodeSegment(current));
  });

  it('of a codec that is not known is refused', () => {
    expect(() => decodeSegment({ ...current, codec: 9 })).toThrow('Unknown segment codec 9');
    expect(() => decodeSegment({ ...current, codec: 9, heads: null })).toThrow('Unknown segment codec 9');
  });
});

describe('a merged segment', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 });

  /** The same events, at positions with gaps before them. */
  const spread = (found: readonly number[]) => {
    const source = dense(found.length);
    let position = PLACE.first_position - 1 - (found[0] ?? 0);
    const positions = found.map((gap) => (position += 1 + gap));
    const { span, codec, heads, texts: all } = writeSegment({ ...splitSegment(source), positions }, true);
    return { source, positions, span, row: { ...PLACE, codec, heads: packed([heads]), data: packed([all]) } };
  };

  it('gives each event where it stood, whatever the gaps', () => {
    fc.assert(
      fc.property(gaps, (found) => {
        const { source, positions, span, row } = spread(found);
        const events = decodeSegment(source).map((event, at) => ({ ...event, position: positions[at] }));
        expect(decodeSegment(row)).toEqual(events);
        expect(span).toBe((positions.at(-1) ?? 0) - PLACE.first_position + 1);
        expect(splitSegment(row)).toEqual({ ...splitSegment(source), positions });
        for (const [at, position] of positions.entries())
          expect(eventsWithin(row, onlyAt(position))).toEqual([events[at]]);
      }),
      { numRuns: 60 },
    );
  });

  it('gives those of a range, and counts them', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 2000 }), (found, from, length) => {
        const { positions, span, row } = spread(found);
        const range = { after: PLACE.first_position + from - 5, until: PLACE.first_position + from - 5 + length };
        const within = positions.filter((position) => position > range.after && position <= range.until);
        expect(eventsWithin(row, range).map(({ position }) => position)).toEqual(within);
        expect(headsWithin(row, range).map(({ position }) => position)).toEqual(within);
        expect(countWithin({ ...row, event_count: positions.length, span }, range)).toBe(within.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a segment that is written again', () => {
  it('stays one without gaps where it was one, and has them where events are gone', () => {
    const source = dense(4);
    const events = decodeSegment(source);
    const whole = writeSegment(textsOfEvents(events), false);
    expect(whole).toMatchObject({ codec: 2, span: null });
    const rest = events.filter(({ position }) => position !== 42);
    const { codec, span, heads, texts: all } = writeSegment(textsOfEvents(rest), false);
    expect({ codec, span }).toEqual({ codec: 3, span: 4 });
    expect(decodeSegment({ ...PLACE, codec, heads: packed([heads]), data: packed([all]) })).toEqual(rest);
    expect(writeSegment(textsOfEvents(events), true)).toMatchObject({ codec: 3, span: 4 });
    expect(heads.startsWith(`[0,1,2,2]\0${encodeHead(events[0] as (typeof events)[0])}`)).toBe(true);
  });

  it('counts those of a range without reading one that has no gaps', () => {
    const row = { codec: 2, first_position: 10, heads: Buffer.alloc(0), event_count: 5, span: null };
    expect(countWithin(row, { after: 11, until: 13 })).toBe(2);
    expect(countWithin(row, { after: 0, until: 100 })).toBe(5);
  });
});
