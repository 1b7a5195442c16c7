import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeContributions, decodeHeads, decodeSegment } from './segment-codec.ts';

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

  it('gives what its events add to velocities as the whole heads do, whatever their ids hold', () => {
    const [plain, named] = [JSON.parse(head('a')) as unknown[], JSON.parse(head('x",9,"]]\\')) as unknown[]];
    const whole = [plain, [...named, [0, 1, 2, 3]], [...named.with(3, -5), [1, 7, 8, 9.5, 0, 1, 2, 3]]];
    const packedHeads = packed(whole.map((each) => JSON.stringify(each)));
    const found = decodeContributions({ ...PLACE, heads: packedHeads });
    expect(found).toEqual(
      decodeHeads({ ...PLACE, heads: packedHeads }).flatMap(({ position, eventTimeMs, contributions }) =>
        contributions ? [{ position, eventTimeMs, contributions }] : [],
      ),
    );
    expect(found).toMatchObject([
      { position: 42, eventTimeMs: 2000 },
      { position: 43, eventTimeMs: -5 },
    ]);
  });

  it('of the first codec says the same', () => {
    const data = packed(NAMES.flatMap((name) => [head(name), ...texts(name)]));
    expect(decodeSegment({ ...PLACE, codec: 1, heads: null, data })).toEqual(decodeSegment(current));
  });

  it('of a codec that is not known is refused', () => {
    expect(() => decodeSegment({ ...current, codec: 9 })).toThrow('Unknown segment codec 9');
  });
});
