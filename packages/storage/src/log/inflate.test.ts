import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { inflateFrame } from './inflate.ts';

const contentOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => (index * 7919) % 251));

describe('a frame', () => {
  it.each([0, 1, 63, 64, 255, 256, 300, 65_791, 65_792, 300_000])('of %i bytes is inflated whole', (length) => {
    const content = contentOf(length);
    for (const level of [1, 19]) {
      const frame = zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: level } });
      expect(inflateFrame(frame).equals(content)).toBe(true);
      expect(inflateFrame(new Uint8Array(frame)).equals(content)).toBe(true);
    }
  });

  it('that does not say how long it is, is inflated as well', async () => {
    const content = contentOf(700_000);
    const stream = createZstdCompress();
    for (let at = 0; at < content.length; at += 100_000) stream.write(content.subarray(at, at + 100_000));
    stream.end();
    expect(inflateFrame(await buffer(stream)).equals(content)).toBe(true);
  });

  it('that is damaged is refused', () => {
    const frame = zstdCompressSync(contentOf(5000));
    expect(() => inflateFrame(frame.subarray(1))).toThrow();
  });
});
