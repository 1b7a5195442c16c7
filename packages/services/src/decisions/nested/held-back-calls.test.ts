import type { CallPort } from '@redoubt/engine';
import { newId } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { deferUntilResolved } from './held-back-calls.ts';

const LEVEL = { environmentId: newId(), calls: new Map() };
const request = (value: string) => ({ kind: 'external', name: 'score', arguments: [value] }) as const;

const counting = () => {
  const asked: string[] = [];
  const calls: CallPort = {
    call: ({ name }) => {
      asked.push(name);
      return { response: 1, httpStatusCode: 200, error: '', latencyMs: 0 };
    },
  };
  return { asked, calls };
};

describe('calls of one run', () => {
  it('go through while every velocity that was read is known', async () => {
    const { asked, calls } = counting();
    const held = deferUntilResolved(calls, { fetchMissing: () => undefined });
    expect(await held.call(request('a'), LEVEL)).toMatchObject({ response: 1 });
    expect(await held.fetched()).toBe(false);
    expect(asked).toEqual(['score']);
  });

  it('make no call once a velocity has to be fetched, and say that the run has to be repeated', async () => {
    const { asked, calls } = counting();
    const fetching = Promise.withResolvers<void>();
    let isMissing = true;
    const view = { fetchMissing: () => (isMissing ? fetching.promise : undefined) };
    const held = deferUntilResolved(calls, view);
    expect(await held.call(request('0'), LEVEL)).toMatchObject({ response: null, error: 'Not called yet.' });
    isMissing = false;
    expect(await held.call(request('0'), LEVEL)).toMatchObject({ response: null });
    fetching.resolve();
    expect(await held.fetched()).toBe(true);
    expect(asked).toEqual([]);
    const again = deferUntilResolved(calls, view);
    expect(await again.call(request('7'), LEVEL)).toMatchObject({ response: 1 });
    expect(await again.fetched()).toBe(false);
  });
});
