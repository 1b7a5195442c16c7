import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPeriodically } from './periodic-flush.ts';

describe('writing at a steady pace', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('writes each time the pace says, and once more when it is closed', async () => {
    const write = vi.fn(async () => undefined);
    const { close } = flushPeriodically(write, 1000);
    await vi.advanceTimersByTimeAsync(3000);
    expect(write).toHaveBeenCalledTimes(3);
    await close();
    await vi.advanceTimersByTimeAsync(3000);
    expect(write).toHaveBeenCalledTimes(4);
  });

  it('never runs two writes at once', async () => {
    let running = 0;
    let most = 0;
    const { flush, close } = flushPeriodically(async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    }, 1000);
    await Promise.all([flush(), flush(), flush()]);
    await close();
    expect(most).toBe(1);
  });

  it('goes on after a write that threw', async () => {
    const write = vi.fn(async (): Promise<void> => {
      if (write.mock.calls.length === 1) throw new Error('away');
    });
    const { flush, close } = flushPeriodically(write, 1000);
    await expect(flush()).rejects.toThrow('away');
    await expect(flush()).resolves.toBeUndefined();
    await close();
  });
});
