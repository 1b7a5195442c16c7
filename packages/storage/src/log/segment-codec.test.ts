import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeHeads, decodeSegment } from './segment-codec.ts';

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
  });
});
