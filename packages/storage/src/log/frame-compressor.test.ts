import { zstdDecompressSync } from 'node:zlib';
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

  it('name the length of their content', async () => {
    const frame = await createFrameCompressor()('x'.repeat(1000));
    const [, , , , descriptor = 0] = frame;
    expect(descriptor >>> 6).toBe(1);
    expect(frame.readUInt16LE((descriptor & 0x20) === 0 ? 6 : 5)).toBe(1000 - 256);
  });
});
