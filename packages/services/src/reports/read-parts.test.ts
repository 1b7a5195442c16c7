import { describe, expect, it } from 'vitest';
import { inSeries, readParts } from './read-parts.ts';

/** Parts that say when they begin and end. */
const recorded = () => {
  const steps: string[] = [];
  const part = (name: string, ms: number) => async (): Promise<string> => {
    steps.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    steps.push(`${name} ends`);
    return name;
  };
  return { steps, parts: { slow: part('slow', 20), fast: part('fast', 1) } };
};

describe('parts of a report', () => {
  it('are read side by side', async () => {
    const { steps, parts } = recorded();
    expect(await readParts(parts)).toEqual({ slow: 'slow', fast: 'fast' });
    expect(steps).toEqual(['slow begins', 'fast begins', 'fast ends', 'slow ends']);
  });

  it('are read one after another where one connection has to do', async () => {
    const { steps, parts } = recorded();
    expect(await inSeries(() => readParts(parts))).toEqual({ slow: 'slow', fast: 'fast' });
    expect(steps).toEqual(['slow begins', 'slow ends', 'fast begins', 'fast ends']);
  });

  it('fail with what a part fails with', async () => {
    const failing = { one: async () => 1, two: () => Promise.reject(new Error('no rows')) };
    await expect(readParts(failing)).rejects.toThrow('no rows');
    await expect(inSeries(() => readParts(failing))).rejects.toThrow('no rows');
  });
});
