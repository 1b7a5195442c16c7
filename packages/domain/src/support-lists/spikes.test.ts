import { describe, expect, it } from 'vitest';
import { spikesOf } from './spikes.ts';

describe('spikes', () => {
  it('are values above three times the median of the others', () => {
    expect(spikesOf([10, 12, 0, 11, 40, 9])).toEqual([false, false, false, false, true, false]);
    expect(spikesOf([10, 12, 0, 11, 31, 9])).toEqual([false, false, false, false, false, false]);
  });

  it('need two others to compare with', () => {
    expect(spikesOf([1, 100])).toEqual([false, false]);
    expect(spikesOf([])).toEqual([]);
    expect(spikesOf([1, 1, 100])).toEqual([false, false, true]);
  });
});
