import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFrameCompressor } from './frame-compressor.ts';
import { inflateFrame } from './inflate.ts';

const noise = (length: number): string =>
  Array.from({ length }, (_, at) => String.fromCodePoint(32 + ((at * at * 31 + at * 7) % 8000))).join('');

describe('frames', () => {
  it('hold each its own text, however many are asked for at once', async () => {
    const compress = createFrameCompressor();
    const texts = [1, 300_000, 20, 70_000, 5].map(noise);
    const frames = await Promise.all(texts.map(compress));
    expect(frames.map((frame) => zstdDecompressSync(frame).toString())).toEqual(texts);
    expect(inflateFrame(frames[3] as Buffer).toString()).toBe(texts[3]);
  });

  it('are the same bytes, whether they are made at once or in the thread pool', async () => {
    const compress = createFrameCompressor();
    const long = await compress(noise(32_001));
    const short = await Promise.all([noise(32_000), '', 'é€😀'].map(compress));
    expect(zstdDecompressSync(long).toString()).toBe(noise(32_001));
    expect(short.map((frame) => zstdDecompressSync(frame).toString())).toEqual([noise(32_000), '', 'é€😀']);
    const bare = { chunkSize: 64 * 1024, params: { [constants.ZSTD_c_compressionLevel]: 1 } };
    expect(short).toEqual([noise(32_000), '', 'é€😀'].map((text) => zstdCompressSync(text, bare)));
  });

  it('name the length of their content', async () => {
    const frame = await createFrameCompressor()('x'.repeat(1000));
    const [, , , , descriptor = 0] = frame;
    expect(descriptor >>> 6).toBe(1);
    expect(frame.readUInt16LE((descriptor & 0x20) === 0 ? 6 : 5)).toBe(1000 - 256);
  });
});
