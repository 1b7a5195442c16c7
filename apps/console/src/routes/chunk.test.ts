import { describe, expect, it, vi } from 'vitest';
import { ChunkError, loadChunk } from './chunk.ts';

describe('a chunk', () => {
  it('is asked for once more, silently, when it does not load', async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError('failed')).mockResolvedValue('page');
    expect(await loadChunk(load)).toBe('page');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('fails after the second try', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('failed'));
    await expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkError);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that never arrives fails too', async () => {
    await expect(loadChunk(() => new Promise(() => undefined), 5)).rejects.toBeInstanceOf(ChunkError);
  });
});
